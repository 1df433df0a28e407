import type { Language } from './languages.ts';
import { lexiconOf } from './lexicon.ts';

/** `а:a б:b …`, each side as it is written. */
const table = (written: string): ReadonlyMap<string, string> =>
  new Map(written.split(' ').map((pair) => pair.split(':') as [string, string]));

const SERBIAN = table(
  'а:a б:b в:v г:g д:d ђ:đ е:e ж:ž з:z и:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t ћ:ć у:u ф:f х:h ц:c ч:č џ:dž ш:š',
);
const ARABIC = table(
  'ا:a أ:a إ:i آ:a ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:ʿ غ:gh ف:f ق:q ك:k ل:l م:m ن:n ه:h ة:a و:w ي:y ى:a ء:ʾ ئ:ʾ ؤ:ʾ',
);
const KANA = table(
  'きゃ:kya きゅ:kyu きょ:kyo しゃ:sha しゅ:shu しょ:sho ちゃ:cha ちゅ:chu ちょ:cho にゃ:nya にゅ:nyu にょ:nyo ひゃ:hya ひゅ:hyu ひょ:hyo みゃ:mya みゅ:myu みょ:myo りゃ:rya りゅ:ryu りょ:ryo ぎゃ:gya ぎゅ:gyu ぎょ:gyo じゃ:ja じゅ:ju じょ:jo びゃ:bya びゅ:byu びょ:byo ぴゃ:pya ぴゅ:pyu ぴょ:pyo うぇ:we うぃ:wi ふぁ:fa ふぃ:fi ふぇ:fe ふぉ:fo てぃ:ti でぃ:di しぇ:she じぇ:je ちぇ:che あ:a い:i う:u え:e お:o か:ka き:ki く:ku け:ke こ:ko さ:sa し:shi す:su せ:se そ:so た:ta ち:chi つ:tsu て:te と:to な:na に:ni ぬ:nu ね:ne の:no は:ha ひ:hi ふ:fu へ:he ほ:ho ま:ma み:mi む:mu め:me も:mo や:ya ゆ:yu よ:yo ら:ra り:ri る:ru れ:re ろ:ro わ:wa を:o ん:n が:ga ぎ:gi ぐ:gu げ:ge ご:go ざ:za じ:ji ず:zu ぜ:ze ぞ:zo だ:da ぢ:ji づ:zu で:de ど:do ば:ba び:bi ぶ:bu べ:be ぼ:bo ぱ:pa ぴ:pi ぷ:pu ぺ:pe ぽ:po ぁ:a ぃ:i ぅ:u ぇ:e ぉ:o',
);
const MARKS = table('。:. 、:, ，:, ！:! ？:? ：:: ；:; ؟:? ،:, ー:ˉ');

const LEADS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const TAILS = ' k k ks n nj nh t l lk lm lp ls lt lp lh m p ps t t ng t t k t p t'.split(' ');

const hangul = (syllable: string): string => {
  const index = syllable.charCodeAt(0) - 0xac00;
  const [lead, vowel, tail] = [Math.floor(index / 588), Math.floor((index % 588) / 28), index % 28];
  return `${LEADS[lead] ?? ''}${VOWELS[vowel] ?? ''}${TAILS[tail] ?? ''}`;
};

/** Katakana stand a fixed distance behind hiragana. */
const asHiragana = (text: string): string =>
  text.replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));

/** A text in Latin letters: by letter, by syllable or by the lexicon's readings. What none of them knows stays. */
export const romanise = (text: string, { code }: Language): string => {
  if (code === 'ko') return marks(text.replace(/[가-힣]/g, hangul));
  if (code === 'sr-Cyrl') return byTable(text, [SERBIAN]);
  if (code === 'ar') return byTable(text, [ARABIC, MARKS]);
  const read = byTable(asHiragana(text), [lexiconOf(code).readings, KANA, MARKS]);
  return read
    .replace(/っ([a-z])/g, '$1$1')
    .replace(/([aeiou])ˉ/g, '$1\u0304')
    .normalize('NFC');
};

const marks = (text: string): string => byTable(text, [MARKS]);

/** The longest entry that fits, tables in their order; capitals become capitals. */
const byTable = (text: string, tables: readonly ReadonlyMap<string, string>[]): string => {
  let written = '';
  for (let at = 0; at < text.length; ) {
    const [length, found] = entryAt(text, at, tables);
    written += found;
    at += length;
  }
  return written;
};

const LONGEST = 5;

const entryAt = (
  text: string,
  at: number,
  tables: readonly ReadonlyMap<string, string>[],
): readonly [number, string] => {
  for (const entries of tables) {
    for (let length = LONGEST; length > 0; length -= 1) {
      const source = text.slice(at, at + length);
      const found = entries.get(source.toLowerCase());
      if (found !== undefined && source.length === length)
        return [length, source === source.toLowerCase() ? found : found.charAt(0).toUpperCase() + found.slice(1)];
    }
  }
  return [1, text.charAt(at)];
};

/** Serbian in Latin letters back in its own: both alphabets have the same letters. */
export const serbianFromLatin = (text: string): string => {
  const back = new Map([...SERBIAN].map(([cyrillic, latin]) => [latin, cyrillic]));
  return byTable(text, [back]);
};
