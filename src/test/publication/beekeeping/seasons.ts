import type { SampleArticle } from './sample-article.ts'

/** Feeding, harvest, winter, and what is done every year. */
export const seasons: readonly SampleArticle[] = [
  {
    slug: 'sugar-syrup',
    title: 'Feeding sugar syrup',
    keyword: 'sugar syrup',
    body: `In spring one part of sugar and one of water imitates nectar and makes the queen lay. In autumn three parts of sugar to two of water is stored at once.

Begin the winter feed as soon as the last honey super is off, and finish it by the end of September. Feed in the evening to prevent robbing.`,
    links: ['honey-super', 'robbing'],
  },
  {
    slug: 'extracting-honey',
    title: 'Extracting honey at home',
    keyword: 'extracting honey',
    body: `Work in a closed, warm room. Lift the caps off with a fork, spin the frames, and let the honey run through two sieves into a bucket.

Measure the moisture of the honey first: above 18 percent it ferments. Bees clean the empty frames if you put them back in the evening, which also keeps robbing down.`,
    links: ['honey-moisture', 'robbing'],
  },
  {
    slug: 'honey-moisture',
    title: 'Honey moisture and the refractometer',
    keyword: 'honey moisture',
    body: `A refractometer reads the water in a drop of honey. Below 18 percent it keeps for years; above 20 it turns sour.

Honey from capped cells is nearly always dry enough. If it is not, leave the honey super on for another week.`,
    links: ['honey-super'],
  },
  {
    slug: 'winter-cluster',
    title: 'The winter cluster',
    keyword: 'winter cluster',
    body: `Bees do not sleep in winter. They form a ball around the queen, shiver to heat it, and eat their way upwards through the stores.

What kills them is damp, hunger and mites, not cold. Feed enough sugar syrup in September, treat with oxalic acid in December, and leave them alone until the first warm day.`,
    links: ['sugar-syrup', 'oxalic-acid', 'queen-bee'],
  },
  {
    slug: 'protective-clothing',
    title: 'Protective clothing for beekeepers',
    keyword: 'protective clothing',
    body: `A veil is not optional: a sting in the eye is the one that does lasting harm. A light jacket with a veil, thin gloves and boots are enough for calm bees.

Wash the jacket often. The scent of an old sting makes the next hive inspection worse, however well the smoker burns.`,
    links: ['hive-inspection', 'smoker'],
  },
  {
    slug: 'marking-queens',
    title: 'Marking queens by year',
    keyword: 'marking queens',
    body: `A dot of paint on her back makes a queen easy to find and tells her age. The colours repeat every five years: white, yellow, red, green, blue.

Practise on drones, which cannot sting. Note the colour in the hive records of the colony.`,
    links: ['drones', 'hive-records', 'queen-bee'],
  },
  {
    slug: 'wax-foundation',
    title: 'Wiring frames and wax foundation',
    keyword: 'wax foundation',
    body: `Foundation is a sheet of wax with the pattern of cells. Bees draw it into comb in days when food comes in, and chew holes into it when it does not.

Heat the wires for a moment so that the sheet sinks in. Buy it from a dealer that tests for residues and spores of foulbrood.`,
    links: ['foulbrood'],
  },
  {
    slug: 'hive-records',
    title: 'Keeping hive records that you will read',
    keyword: 'hive records',
    body: `One line per visit is enough: date, queen seen or eggs, frames of brood, food, what you did. Ten words that you read next week are worth more than a form.

Number the hives, and write the age of the queen beside the number. After a year the records say which colony to breed from.`,
    links: ['queen-bee'],
  },
]
