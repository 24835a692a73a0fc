import type { SampleArticle } from './sample-article.ts'

/** Bees, queens and swarms. */
export const colonies: readonly SampleArticle[] = [
  {
    slug: 'first-hive',
    title: 'How to set up your first hive',
    keyword: 'first hive',
    description:
      'What a beginner needs for a first hive: a stand, two boxes, frames and a calm spring day. With the order in which to put them together.',
    body: `A first hive stands on a firm base, in the morning sun and out of the wind. Put two brood boxes on it, fill them with frames and wax foundation, and close the lid.

Order the bees in winter. A nucleus colony is the easiest start, because its queen already lays. Have a smoker ready before you open it, and wear a veil.`,
    links: ['brood-box', 'wax-foundation', 'nucleus-colony', 'smoker', 'queen-bee', 'protective-clothing'],
  },
  {
    slug: 'smoker',
    title: 'Lighting a smoker that stays lit',
    keyword: 'smoker',
    body: `Cold smoke calms bees, hot smoke angers them. Fill the smoker with dry grass, punk wood or hessian, light it from below and press the bellows until the smoke is thick and cool.

Two puffs at the entrance are enough before a hive inspection. Too much drives the bees out of the frames and tells you nothing about the colony.`,
    links: ['hive-inspection'],
  },
  {
    slug: 'hive-inspection',
    title: 'What to look for in a hive inspection',
    keyword: 'hive inspection',
    description:
      'A hive inspection answers four questions: is there a queen, is there food, is there room, is there disease? How to find out within ten minutes.',
    body: `Every inspection answers four questions. Does the queen lay? Is there food for a week? Is there room? Is the brood healthy?

Look for eggs rather than for the queen herself. Count queen cells: some along the lower edge of the comb announce swarming. Spotted, sunken caps may be foulbrood. Write down what you saw in a hive record before you open the next colony.`,
    links: ['queen-bee', 'queen-cells', 'swarming', 'foulbrood', 'hive-records'],
  },
  {
    slug: 'queen-bee',
    title: 'The queen bee and what she does',
    keyword: 'queen bee',
    body: `The queen is the mother of all bees in the hive. She mates once in her life, on a few warm afternoons, and lays eggs for up to four years.

Her scent holds the colony together. When it fades the workers raise queen cells and replace her. Many keepers mark the queen with a dot of colour to find her in the crowd.`,
    links: ['worker-bees', 'queen-cells', 'marking-queens'],
  },
  {
    slug: 'worker-bees',
    title: 'The life of worker bees',
    keyword: 'worker bees',
    body: `A worker lives six weeks in summer. She cleans cells, feeds larvae, builds comb, guards the entrance and only then flies out to forage for nectar and pollen.

Bees that hatch in autumn live for months. They form the winter cluster that keeps the queen warm until spring.`,
    links: ['pollen', 'winter-cluster', 'queen-bee'],
  },
  {
    slug: 'drones',
    title: 'Drones: what male bees are for',
    keyword: 'drones',
    body: `Drones do not gather food and cannot sting. They fly to places where queens come to mate, and die in the act. In autumn the worker bees push the rest out of the hive.

Varroa mites prefer drone brood, because it is capped for longer. Cutting a frame of it out in May removes many of them.`,
    links: ['queen-bee', 'worker-bees', 'varroa-mites'],
  },
  {
    slug: 'queen-cells',
    title: 'Queen cells and what they tell you',
    keyword: 'queen cells',
    body: `A queen cell hangs from the comb like a peanut. Many at the edge mean swarming; one or two in the middle mean that the bees replace an old queen.

Do not cut all of them out. Split the colony instead: take the old queen with some frames into a nucleus box, and leave one good cell behind.`,
    links: ['swarming', 'queen-bee', 'splitting-colonies', 'nucleus-colony'],
  },
  {
    slug: 'swarming',
    title: 'Swarming and how to prevent it',
    keyword: 'swarming',
    body: `A colony swarms when it is strong, crowded and well fed. Half of the bees leave with the old queen. Give room early: a honey super before the first flow does more than any trick.

Check for queen cells every week in May. If you find them, splitting the colony is kinder than cutting. A swarm that hangs in a tree can be caught in a box.`,
    links: ['honey-super', 'queen-cells', 'splitting-colonies', 'catching-swarms'],
  },
  {
    slug: 'catching-swarms',
    title: 'Catching a swarm',
    keyword: 'catching a swarm',
    body: `A swarm is gentle: it has no home to defend and is full of honey. Hold a box below, shake the branch once, and turn the box over on a sheet. The rest follow when the queen is inside.

Treat every caught swarm against varroa mites before it has brood, and keep it away from your other hives until you know that it carries no foulbrood.`,
    links: ['varroa-mites', 'foulbrood'],
  },
  {
    slug: 'splitting-colonies',
    title: 'Splitting a colony in spring',
    keyword: 'splitting a colony',
    body: `A split makes two colonies of one and takes away the wish to swarm. Move three frames of brood with their bees and a queen cell into a second box, and set it two metres away.

Feed both with sugar syrup if there is no flow. After four weeks look for eggs; a colony without them needs a new queen.`,
    links: ['queen-cells', 'sugar-syrup', 'queen-bee'],
  },
  {
    slug: 'nucleus-colony',
    title: 'Buying a nucleus colony',
    keyword: 'nucleus colony',
    body: `A nucleus colony is a small family on five frames: brood, food and a laying queen. It costs more than a package, and it is far more likely to see the next spring.

Ask for a health certificate. Look at the brood yourself, as in any hive inspection, and refuse a box with spotted caps.`,
    links: ['package-bees', 'hive-inspection'],
  },
  {
    slug: 'package-bees',
    title: 'Package bees: cheap and late',
    keyword: 'package bees',
    body: `A package is a kilogram of bees with a queen in a cage. It has no comb, so the bees must draw wax foundation before the queen can lay, and that needs sugar syrup for weeks.

For most beginners a nucleus colony is worth the difference.`,
    links: ['wax-foundation', 'sugar-syrup', 'nucleus-colony'],
  },
]
