/** An article of the sample publication, and the other articles that its editor would link its text to. */
export type SampleArticle = {
  slug: string
  title: string
  keyword: string | null
  description?: string
  body: string
  /** By slug: those that a reader of this passage would want to open next. */
  links: readonly string[]
}

/**
 * Some thirty short articles of a handbook for beginners, with the links that a person would set. Written for these tests and dedicated to
 * the public domain (CC0 1.0).
 */
export const beekeeping: readonly SampleArticle[] = [
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
