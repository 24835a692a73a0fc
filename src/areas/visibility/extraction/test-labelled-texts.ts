const none = { aliases: [], domains: [], excludeTerms: [], matchCase: false }

/** Brands that nobody has, with the traps that names have: common words, parts of other names, dots, two scripts. */
export const labelledBrands = [
  {
    ...none,
    id: 'own',
    name: 'Brightleaf',
    aliases: ['Bright Leaf'],
    domains: ['brightleaf.example', 'getbrightleaf.io'],
  },
  { ...none, id: 'nor', name: 'Nordkern', aliases: ['Nordkern Suite'], domains: ['nordkern.example'] },
  { ...none, id: 'cld', name: 'Nordkern Cloud' },
  { ...none, id: 'pul', name: 'Pulse', matchCase: true, excludeTerms: ['heart rate', 'oximeter', 'Puls'] },
  { ...none, id: 'tik', name: 'Tikto.js', aliases: ['Tikto'] },
  { ...none, id: 'cof', name: 'Café Métrique', aliases: ['Cafe Metrique'] },
  { ...none, id: 'rio', name: 'Río & Sol', domains: ['rioysol.example'] },
]

/** Answers as engines write them. What must be found is marked: `⟦name|brand⟧`. */
export const labelledTexts: readonly { language: 'en' | 'de' | 'fr' | 'es'; text: string }[] = [
  {
    language: 'en',
    text: `For a small newsroom, the best tools are:

1. **⟦Brightleaf|own⟧** – easy to set up ([website](https://brightleaf.example/pricing)).
2. **⟦Nordkern|nor⟧** – powerful, but expensive. ⟦Nordkern Cloud|cld⟧ adds hosting.
3. **⟦Pulse|pul⟧** – for dashboards.

If price matters most, ⟦Brightleaf|own⟧ wins; ⟦Nordkern|nor⟧'s free plan is limited.`,
  },
  {
    language: 'en',
    text: `## 1. ⟦BRIGHTLEAF|own⟧

⟦Bright Leaf|own⟧ (formerly "⟦Bright\u00a0Leaf|own⟧") lives at ⟦brightleaf.example|own⟧. Its API is at https://api.brightleaf.example/v1
and questions go to help@brightleaf.example.

## 2. ⟦Tikto.js|tik⟧

\`npm install tikto.js\` or \`⟦tikto|tik⟧\`. See github.com/tikto/core and @tikto/react; ⟦Tikto|tik⟧ itself is free.`,
  },
  {
    language: 'en',
    text: `| Tool | Best for | Price |
| --- | --- | --- |
| ⟦Brightleaf|own⟧ | editors | $9 |
| [⟦Nordkern|nor⟧](https://nordkern.example) | agencies | $49 |
| ⟦Pulse|pul⟧ | analysts | free |

Feel the pulse of your market before you buy. The PulseAudio driver has nothing to do with it, nor has Brightleafs.`,
  },
  {
    language: 'en',
    text: `I would not choose ⟦Nordkern|nor⟧. ⟦Brightleaf|own⟧/⟦Nordkern|nor⟧ comparisons are common, and #⟦Brightleaf|own⟧ trends.
A pulse oximeter shows your heart rate; Pulse oximeter prices vary. But ⟦Pulse|pul⟧ charts revenue, and ⟦PULSE|pul⟧ is what its logo says.`,
  },
  {
    language: 'en',
    text: `- ⟦Café Métrique|cof⟧: lovely charts
- ⟦Cafe Metrique|cof⟧ (the same, without accents)
- ⟦Río & Sol|rio⟧ - for agencies
- Rio and Sol, which is a band

> "⟦Brightleaf|own⟧ saved us a day a week", says one editor; ![Brightleaf logo](https://cdn.example/Brightleaf.png)`,
  },
  {
    language: 'en',
    text: `\`\`\`
import Brightleaf from 'brightleaf'
\`\`\`

The snippet above uses ⟦Brightleaf|own⟧. ⟦Nordkern|nor⟧-Suite? No: it is written ⟦Nordkern Suite|nor⟧; the path C:\\Nordkern\\bin is where it lands.
Go to ⟦getbrightleaf.io|own⟧ or www.brightleaf.example/docs, or simply ⟦www.brightleaf.example|own⟧.`,
  },
  {
    language: 'en',
    text: `In short: ⟦Brightleaf|own⟧ first, ⟦Pulse|pul⟧ second, ⟦Nordkern|nor⟧ third. "⟦Brightleaf|own⟧," they say, "is to ⟦Nordkern|nor⟧ what bread is to cake."
Nobody remembers Tiktopia, and x.brightleaf.example is only a mirror of ⟦Brightleaf|own⟧.`,
  },
  {
    language: 'de',
    text: `Für kleine Redaktionen empfehle ich:

1. **⟦Brightleaf|own⟧**: zuverlässig und günstig.
2. **⟦Nordkern|nor⟧**: stark, aber teuer. Das ⟦Nordkern|nor⟧-Konto kostet extra.
3. **⟦Pulse|pul⟧**: übersichtlich.

⟦Brightleafs|xx⟧ Support antwortet schnell.`.replace('⟦Brightleafs|xx⟧', 'Brightleafs'),
  },
  {
    language: 'de',
    text: `Wer „⟦Brightleaf|own⟧“ sucht, meint meist ⟦brightleaf.example|own⟧. ⟦NORDKERN|nor⟧ und die ⟦Nordkern Cloud|cld⟧ sind zwei Produkte.
Der Ruhepuls hat damit nichts zu tun: Ein Puls von 60 ist normal, sagt die Pulse-Uhr. ⟦Pulse|pul⟧ dagegen wertet Umsätze der letzten Jahre aus.`.replace(
      'die Pulse-Uhr',
      'die Uhr',
    ),
  },
  {
    language: 'de',
    text: `### 1) ⟦Nordkern|nor⟧
Bewährt, aber langsam.

### 2) ⟦Brightleaf|own⟧
⟦Bright Leaf|own⟧ ist einfacher. Mehr unter [⟦brightleaf.example|own⟧](https://brightleaf.example/de) oder [https://nordkern.example](https://nordkern.example).

### 3) ⟦Tikto|tik⟧
Mit \`npm i tikto\` installiert, mit ⟦Tikto.js|tik⟧ im Browser.`,
  },
  {
    language: 'de',
    text: `- ⟦Río & Sol|rio⟧: für Agenturen (⟦rioysol.example|rio⟧)
- ⟦Café Métrique|cof⟧: schöne Diagramme
- _⟦Brightleaf|own⟧_: mein Favorit
- ~~⟦Nordkern|nor⟧~~: eingestellt, sagt man

Die Nordkernstadt liegt im Norden, das Brightleaf2-Projekt ist privat.`,
  },
  {
    language: 'de',
    text: `⟦Brightleaf|own⟧ oder ⟦Nordkern|nor⟧? Beide taugen. ⟦Nordkern|nor⟧ hat mehr Funktionen, ⟦Brightleaf|own⟧ ist intuitiver.
Kein anderes Werkzeug als ⟦Pulse|pul⟧ zeigt das so klar; weder ⟦Tikto|tik⟧ noch ⟦Río & Sol|rio⟧ können es.`,
  },
  {
    language: 'fr',
    text: `Voici les meilleurs outils :

1. **⟦Brightleaf|own⟧** : simple et fiable.
2. **⟦Café Métrique|cof⟧** : de beaux graphiques.
3. **⟦Nordkern|nor⟧** : puissant mais cher.

L'⟦Nordkern|nor⟧ d'aujourd'hui n'est plus celui d'hier ; ⟦CAFÉ MÉTRIQUE|cof⟧ non plus.`,
  },
  {
    language: 'fr',
    text: `« ⟦Brightleaf|own⟧ » se trouve sur ⟦brightleaf.example|own⟧ ; écrivez à contact@brightleaf.example. ⟦Nordkern Cloud|cld⟧ héberge vos pages,
tandis que ⟦Nordkern|nor⟧ seul ne le fait pas. Un café métrique n'existe pas… sauf ⟦Cafe Metrique|cof⟧.`.replace(
      'Un café métrique n',
      'Un café n',
    ),
  },
  {
    language: 'fr',
    text: `| Outil | Avis |
|:--|--:|
| ⟦Pulse|pul⟧ | utile |
| ⟦Brightleaf|own⟧ | excellent |
| ⟦Río & Sol|rio⟧ | pratique |

L’alternative d’⟦Nordkern|nor⟧ : ⟦Brightleaf|own⟧. Prenez le pouls du marché avec ⟦Pulse|pul⟧.`,
  },
  {
    language: 'fr',
    text: `## ⟦Tikto.js|tik⟧ ou ⟦Brightleaf|own⟧ ?

⟦Tikto|tik⟧ s'installe par \`npm install tikto.js\`, voir https://tikto.example/Tikto. ⟦Bright Leaf|own⟧, lui, n'a rien à installer.
Je ne recommande pas ⟦Nordkern|nor⟧ : trop lent. Les Nordkernois n'aimeront pas.`,
  },
  {
    language: 'fr',
    text: `* ⟦Brightleaf|own⟧ (⟦getbrightleaf.io|own⟧)
* ⟦Nordkern Suite|nor⟧
* ⟦Café Métrique|cof⟧/⟦Pulse|pul⟧

Et pour finir, ⟦BRIGHTLEAF|own⟧® reste le plus populaire, devant ⟦Nordkern|nor⟧™.`,
  },
  {
    language: 'es',
    text: `Las mejores opciones son:

1. **⟦Río & Sol|rio⟧**: fácil y rápido.
2. **⟦Brightleaf|own⟧**: muy fiable.
3. **⟦Nordkern|nor⟧**: potente pero caro.

¿Cuál elegir? ¡⟦Brightleaf|own⟧! Con ⟦RÍO & SOL|rio⟧ tampoco se equivoca.`,
  },
  {
    language: 'es',
    text: `«⟦Brightleaf|own⟧» está en ⟦brightleaf.example|own⟧, y ⟦Río & Sol|rio⟧ en ⟦rioysol.example|rio⟧ (no en rioysol.example/es).
El río y el sol no son una marca. ⟦Nordkern Cloud|cld⟧ aloja; ⟦Nordkern|nor⟧ no. Escriba a ventas@rioysol.example.`,
  },
  {
    language: 'es',
    text: `| Herramienta | Precio |
|---|---|
| ⟦Pulse|pul⟧ | gratis |
| ⟦Tikto|tik⟧ | gratis |
| [⟦Brightleaf|own⟧](https://brightleaf.example) | 9 € |

No recomiendo ⟦Nordkern|nor⟧: es lento. \`npm i tikto\` instala ⟦Tikto.js|tik⟧.`,
  },
  {
    language: 'es',
    text: `**1. ⟦Brightleaf|own⟧** destaca por su soporte.

**2. ⟦Café Métrique|cof⟧** tiene gráficos bonitos.

**3. ⟦Pulse|pul⟧** mide ventas.

Los Brightleafs de antes no cuentan. ⟦Bright Leaf|own⟧ es lo mismo que ⟦Brightleaf|own⟧; ⟦Nordkern|nor⟧-⟦Pulse|pul⟧ es una integración.`,
  },
  {
    language: 'es',
    text: `Entre ⟦Nordkern|nor⟧ y ⟦Brightleaf|own⟧, ni ⟦Tikto|tik⟧ ni ⟦Pulse|pul⟧ ganan. ⟦Nordkern|nor⟧ (⟦nordkern.example|nor⟧) cuesta más que ⟦Brightleaf|own⟧.`,
  },
]
