/** Sentences that nobody takes for another language, by language. */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The ledger has been down since ten, and nobody can post a booking.',
    'We are looking for the cause of these failures.',
  ],
  de: [
    'Das Hauptbuch steht seit zehn Uhr, und niemand kann etwas buchen.',
    'Wir suchen noch nach der Ursache der Störung.',
  ],
  fr: [
    'Le grand livre est en panne depuis dix heures, personne ne peut rien saisir.',
    'Nous cherchons encore la cause de ces pannes.',
  ],
  es: [
    'El libro mayor no responde desde las diez y nadie puede registrar nada.',
    'Seguimos buscando la causa de los errores de hoy.',
  ],
  it: [
    'Il libro mastro è fermo dalle dieci e nessuno può registrare niente.',
    'Stiamo ancora cercando la causa di questi guasti.',
  ],
  pt: [
    'O livro-razão está parado desde as dez e ninguém consegue lançar nada.',
    'Ainda não sabemos qual foi a causa das falhas.',
  ],
  nl: [
    'Het grootboek ligt sinds tien uur plat en niemand kan iets boeken.',
    'Wij zoeken nog steeds naar de oorzaak van deze storing.',
  ],
  pl: [
    'Księga główna nie działa od dziesiątej i nikt nie może nic zaksięgować.',
    'Wciąż szukamy przyczyny dzisiejszych awarii.',
  ],
  ja: ['帳簿が十時から止まっていて、誰も記帳できません。', '私たちはまだ障害の原因を探しています。'],
  ko: ['열 시부터 장부가 멈춰서 아무도 기록할 수 없습니다.', '우리는 아직 장애의 원인을 찾고 있습니다.'],
  ru: [
    'Эта ошибка появилась после обновления, пожалуйста, проверьте её ещё раз.',
    'Мы всё ещё ищем причину этих сбоев.',
  ],
  tr: ['Defter saat ondan beri çalışmıyor ve kimse kayıt yapamıyor.', 'Bu arızaların nedenini hâlâ arıyoruz.'],
};

/** What could be of many languages. */
export const shortOnes = ['ok', 'Hm', 'Status', 'No', 'Total', 'Bravo', 'Super', 'Info', 'Chat'] as const;

/** What is the same in every language. */
export const wordless = ['42', '🎉 👍🏽', '12:30', '+ 7 %'] as const;
