import type { SampleArticle } from './sample-article.ts'

/** The hive, and what comes into it. */
export const hives: readonly SampleArticle[] = [
  {
    slug: 'brood-box',
    title: 'The brood box',
    keyword: 'brood box',
    body: `The brood box is the nursery. The queen stays there, below the queen excluder, and the bees surround her eggs with pollen and honey.

One box is enough for a nucleus, two for a full colony. Change a third of the combs each year: dark ones carry spores of foulbrood.`,
    links: ['queen-excluder', 'pollen', 'foulbrood'],
  },
  {
    slug: 'queen-excluder',
    title: 'Do you need a queen excluder?',
    keyword: 'queen excluder',
    body: `A queen excluder is a grid that workers pass and the queen does not. It keeps brood out of the honey super, and honey without brood is easier to extract.

Some keepers leave it away and accept a few cells of brood in the first super. Both work. Take it out before winter, or the cluster leaves the queen behind.`,
    links: ['honey-super', 'extracting-honey', 'winter-cluster'],
  },
  {
    slug: 'honey-super',
    title: 'When to add a honey super',
    keyword: 'honey super',
    body: `Add a super when bees cover all frames but two of the box below, and not later than the first nectar flow. A colony without room turns to swarming.

Take it off when most of the cells are capped. Honey from open cells holds too much water, ferments, and is a reason to read the refractometer.`,
    links: ['nectar-flow', 'swarming', 'honey-moisture'],
  },
  {
    slug: 'nectar-flow',
    title: 'Reading the nectar flow',
    keyword: 'nectar flow',
    body: `A flow begins when a plant that covers your land opens its flowers and the nights are warm. Fruit trees are first, lime trees the last that matter.

A hive scale shows it best: two kilograms more each evening. Between two flows there may be weeks without food. Plant for the gap with flowers that bees like.`,
    links: ['hive-scale', 'bee-plants'],
  },
  {
    slug: 'hive-scale',
    title: 'Weighing hives with a hive scale',
    keyword: 'hive scale',
    body: `A scale below one colony speaks for all of them. It tells when the nectar flow begins, when a swarm has left, and how much food is gone by February.

Write the figures into your hive records, or let the scale send them.`,
    links: ['nectar-flow', 'hive-records'],
  },
  {
    slug: 'bee-plants',
    title: 'Plants that feed bees all year',
    keyword: 'bee plants',
    body: `Hazel and willow give the first pollen, fruit trees the first honey. Phacelia and clover fill the gap in July, and ivy is the last food before the frost.

One large patch of a plant is worth more than ten small ones: foragers stay true to a flower as long as it pays.`,
    links: ['pollen'],
  },
  {
    slug: 'pollen',
    title: 'Why bees need pollen',
    keyword: 'pollen',
    body: `Pollen is protein. Nurse bees turn it into the food of larvae, and a colony without it stops raising brood within days.

Bees store it next to the brood nest. Late pollen, from ivy and mustard, makes the fat bees that live through winter.`,
    links: [],
  },
]
