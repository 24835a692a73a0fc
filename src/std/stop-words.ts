// Words that say nothing about the subject, per language, written as `fold` leaves them: lower case, without marks.
const lists: Readonly<Record<string, string>> = {
  en: `a about above after again against all also am an and any are as at be because been before being below between both but by
    can could did do does doing down during each either else ever every few for from further get gets got had has have having he
    her here hers herself him himself his how however i if in into is it its itself just let like may me might more most much must
    my myself neither no nor not now of off on once only onto or other our ours ourselves out over own per quite rather s same
    shall she should since so some such t than that the their theirs them themselves then there these they this those though
    through thus to too under until up upon us very via vs was we well were what when where whether which while who whom whose why
    will with within without would yet you your yours yourself yourselves don't doesn't didn't isn't aren't wasn't weren't can't
    won't it's that's there's here's what's let's i'm you're we're they're i've you've we've they've i'll you'll we'll`,
  de: `aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da damit dann das
    dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem
    einen einer eines er es etwas euch euer eure fur gegen gewesen hab habe haben hat hatte hier hin hinter ich ihm ihn ihnen ihr
    ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine konnen man manche mehr mein
    meine mich mir mit muss nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so soll sollte sondern sonst uber um
    und uns unser unter viel vom von vor war waren warum was weil welche wenn wer werde werden wie wieder will wir wird wo zu zum
    zur zwischen`,
  fr: `a afin ai ainsi alors apres as au aucun aussi autre aux avant avec avez avoir avons c ca car ce cela ces cet cette ceux
    chaque ci comme comment d dans de des depuis dont du elle elles en encore entre est et etaient etait etant ete etes etre eu eux
    fait il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne ni nos notre nous on ont ou par pas peu peut
    plus pour pourquoi qu quand que quel quelle quelles quels qui s sa sans se sera ses si son sont sous sur t ta te tes toi ton
    tous tout toute toutes tres tu un une vers vos votre vous y`,
  es: `a al algo algunas algunos ante antes aqui asi aun aunque cada como con contra cual cuando de del desde donde dos e el ella
    ellas ellos en entre era eran es esa esas ese eso esos esta estaba estan estar estas este esto estos fue fueron ha habia han
    hasta hay la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otro otros para pero
    poco por porque pues que quien se sea segun ser si sido sin sobre son su sus tambien tan tanto te tiene todo todos tu tus un
    una unas uno unos y ya yo`,
  it: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci cio come con contro cosi cui d da dagli dai dal dalla
    dalle dei del della delle dello di dopo dove e ed era erano essere fra gia gli ha hanno ho i il in io l la le lei li lo loro
    lui ma mi mia mio molto ne nei nel nella nelle nello noi non nostra nostro o ogni per perche piu poi prima qua quale quando
    quanto quella quelle quelli quello questa queste questi questo qui se sei si sia sono sopra su sua sue sugli sui sul sulla
    sulle suo suoi tra tu tutti tutto un una uno voi`,
  pt: `a ainda ao aos apos aquela aquele as ate cada com como contra da das de dela dele depois desde do dos e ela elas ele eles em
    entre era essa essas esse esses esta estao estas este estes eu foi foram ha isso isto ja la lhe mais mas me mesmo meu minha
    muito na nao nas nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pois por porque qual quando que quem
    se sem ser seu seus sido so sob sobre sua suas tambem te tem tem tinha toda todas todo todos tu um uma umas uns voce`,
  nl: `aan al alle als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen had heb
    hebben heeft hem het hier hij hoe hun iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets
    nog nu of om omdat onder ons ook op over te tegen toch toen tot u uit uw van veel voor want waren was wat we wel werd wezen wie
    wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder zou`,
  sv: `alla att av bara blev bli blir da de dem den denna deras dess dessa det detta dig din du dar efter ej eller en er ett for
    fran har hade han hans har hon honom hur i icke in inte ja jag kan kunde man med mellan men mig min mot mycket nar nagon nagot
    ni nu och om oss pa sa sadan sig sin skulle som till under upp ut utan vad var vara varit vem vi vid vilka vilken`,
  pl: `a aby ale bardzo bez bo by byc byl byla bylo byly co czy dla do gdy gdzie go i ich im inne ja jak jako je jego jej jest jeszcze
    jezeli juz kiedy kto ktora ktore ktory ma mam mi mnie moze na nad nam nas nic nie niz o od on ona one oni oraz po pod przed
    przez przy sa sie so sobie ta tak takze tam te tego tej ten to tu ty tych tylko w we wiec wszystko z za ze`,
  ru: `а без более больше бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть еще же за
    здесь и из или им их к как какая какои когда кто ли либо между меня мне может мы на над надо наш не него нее нет ни них но ну
    о об один она они оно от очень по под после потом при про с сам свое себя со так также такои там тем то того тоже только том
    ты у уже чего чем что чтобы эта эти это этот я`,
}

// Chinese and Japanese have scripts of their own, so their stop words are left out whatever the organization's language.
const everywhere = `的 了 是 在 和 与 及 也 都 就 而 或 着 把 被 对 从 到 为 之 这 那 は が を に の と で も へ や から まで より です ます
  する した して いる ある こと もの これ それ この その など`

/** The stop words of a language (`en`, `de`, ...); those of English where it has no list. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = Object.hasOwn(lists, language) ? language : 'en'
  let words = sets.get(known)
  if (words === undefined) {
    words = new Set(`${lists[known] ?? ''} ${everywhere}`.split(/\s+/))
    sets.set(known, words)
  }
  return words
}

const sets = new Map<string, ReadonlySet<string>>()
