/**
 * The codes of the translation scope, as the Translator's public list of languages has them; which of them are offered
 * is the policy's to say. What the vendor has no more it refuses by 400036 and 400035, which has its own words.
 */
export const languageCodes: readonly string[] = [
  ...'af,sq,am,ar,hy,as,az,bn,ba,eu,bho,brx,bs,bg,yue,ca,hne,lzh,zh-Hans,zh-Hant,sn,hr,cs,da,prs,dv,doi'.split(','),
  ...'nl,en,et,fo,fj,fil,fi,fr,fr-ca,gl,ka,de,el,gu,ht,ha,he,hi,mww,hu,is,ig,id,ikt,iu,iu-Latn,ga,it,ja'.split(','),
  ...'kn,ks,kk,km,rw,tlh-Latn,gom,ko,ku,kmr,ky,lo,lv,lt,ln,dsb,lug,mk,mai,mg,ms,ml,mt,mni,mi,mr,mn-Cyrl'.split(','),
  ...'mn-Mong,my,ne,nb,nya,or,ps,fa,pl,pt,pt-pt,pa,otq,ro,run,ru,sm,sr-Cyrl,sr-Latn,st,nso,tn,sd,si,sk'.split(','),
  ...'sl,so,es,sw,sv,ty,ta,tt,te,th,bo,ti,to,tr,tk,uk,hsb,ur,ug,uz,vi,cy,xh,yo,yua,zu'.split(','),
];
