import type { SampleArticle } from './sample-article.ts'

/** Mites, disease and robbing. */
export const health: readonly SampleArticle[] = [
  {
    slug: 'varroa-mites',
    title: 'Varroa mites: counting and treating',
    keyword: 'varroa mites',
    description:
      'Varroa mites are the reason why most colonies die. How to count them with sugar or a board, and when to treat with formic or oxalic acid.',
    body: `Varroa mites feed on larvae and carry viruses. A colony that nobody treats dies in its second or third winter.

Count before you treat: dust half a cup of bees with powdered sugar and shake. More than three mites per hundred bees in August call for formic acid. In December, when there is no brood, oxalic acid reaches nearly all of them.`,
    links: ['formic-acid', 'oxalic-acid'],
  },
  {
    slug: 'formic-acid',
    title: 'Treating with formic acid in summer',
    keyword: 'formic acid',
    body: `Formic acid is the only common treatment that reaches mites below the caps. Use it after the honey harvest, at 15 to 25 degrees, and wear gloves and goggles.

Count the mites that fall before and after. Where many still fall, repeat it, and plan oxalic acid for the winter.`,
    links: ['extracting-honey', 'oxalic-acid', 'protective-clothing', 'varroa-mites'],
  },
  {
    slug: 'oxalic-acid',
    title: 'Oxalic acid in winter',
    keyword: 'oxalic acid',
    body: `Three weeks after the first hard frost a colony has no brood. All varroa mites sit on the bees, and oxalic acid, trickled between the combs of the winter cluster, kills nearly every one.

Do it once, on a day above zero. A second time harms the bees.`,
    links: ['varroa-mites', 'winter-cluster'],
  },
  {
    slug: 'foulbrood',
    title: 'Recognising foulbrood',
    keyword: 'foulbrood',
    body: `American foulbrood kills larvae below their caps. The caps sink and darken, and a matchstick draws a brown thread from the cell.

It must be reported in most countries. Close the hive, lend nobody a tool, and disinfect your own with fire. Robbing carries it to other colonies, so narrow the entrances.`,
    links: ['robbing'],
  },
  {
    slug: 'robbing',
    title: 'How to stop robbing',
    keyword: 'robbing',
    body: `Strong colonies rob weak ones when there is nothing to forage. It begins with a spilled drop of sugar syrup or an open super, and ends with an empty hive.

Narrow the entrance to a finger's width, feed in the evening, and never leave comb in the open after extracting honey.`,
    links: ['sugar-syrup', 'extracting-honey'],
  },
]
