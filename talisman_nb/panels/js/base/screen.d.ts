/** Data of the panel, generated from the structs of the program by tests/javascript/screen_types.py. */

export interface Who {
  seat: number;
  letter: string;
  name: string;
  character?: string;
}

export interface Chances {
  won: number;
  standoff: number;
  lost: number;
}

export interface Choice {
  key: string;
  label: string;
  hint?: string;
  note?: string;
  closed?: string;
  space?: string;
  face?: number;
  group?: string;
  tone?: "" | "good" | "bad" | "level";
  picture?: string;
  detail?: string;
  chances?: Chances | null;
  thing?: string;
}

export interface CardView {
  key: string;
  name: string;
  kind: string;
  lines: string[];
  number?: number;
  strength?: number | null;
  craft?: number | null;
  unsure?: string;
}

export interface Block {
  n: number;
  label: string;
  own?: boolean;
}

export interface Side {
  label: string;
  blocks: Block[];
  total: number;
  who?: Who | null;
  picture?: string;
  dice?: number[];
  throws?: string;
  asked?: boolean;
  best?: number;
}

export interface FightSums {
  sides: [Side, Side];
  chances?: Chances | null;
  fate?: Chances | null;
  psychic?: boolean;
  whose?: number;
}

export interface Sum {
  low: number;
  high: number;
  percent: number;
  detail: string;
  tone?: "" | "good" | "bad" | "level";
  needed?: boolean;
  out?: boolean;
  ways?: number;
}

export interface Ware {
  card: string;
  name: string;
  price?: string;
  stock?: string;
}

export interface Buyer {
  who: Who;
  gold: string;
  keys?: string[];
  closed?: string;
  free?: string;
}

export interface Shop {
  wares: Ware[];
  buyers: Buyer[];
}

export interface Question {
  ply: number;
  kind: string;
  who: Who | null;
  headline: string;
  circumstance?: string;
  options?: Choice[];
  offers?: Choice[];
  cards?: string;
  unknown?: number;
  elsewhere?: Record<string, [number, number]>;
  where?: string[];
  roll?: boolean;
  leads?: boolean;
  dealt?: boolean;
  dice?: number[];
  missing?: number;
  why?: string[];
  card?: CardView | null;
  fight?: FightSums | null;
  sums?: Sum[];
  shop?: Shop | null;
  safe?: boolean;
}

export interface CounterChange {
  seat: number;
  what: string;
  before: number;
  after: number;
}

export interface Glimpse {
  picture: string;
  text: string;
  note?: string;
  tone?: "" | "good" | "bad" | "level";
}

export interface Staged {
  title: string;
  who?: Who | null;
  portrait?: string;
  said?: string;
  change?: CounterChange | null;
  scores?: number[];
  things?: string[];
  hit?: CounterChange[];
  met?: Glimpse | null;
  lives?: number;
  left?: Glimpse[];
  left_on?: string;
  anew?: string;
  road?: Glimpse[];
}

export interface Moment {
  text: string;
  detail?: string;
  tone?: "" | "good" | "bad" | "level";
  picture?: string;
  quiet?: boolean;
  level?: "" | "small" | "medium" | "death" | "crown";
  fight?: FightSums | null;
  changes?: CounterChange[];
  staged?: Staged | null;
}

export interface Press {
  thrown?: number[];
  drawn?: number;
  way?: string[];
}

export interface Change {
  what: string;
  seat?: number;
  n?: number;
  to?: string;
  card?: string;
  origin?: string;
  name?: string;
}

export interface Lasting {
  text: string;
  left: string;
  change?: Change | null;
  n?: number;
}

export interface Sheet {
  who: Who;
  strength: [number, number];
  craft: [number, number];
  life: [number, number];
  gold: number;
  alignment: string;
  space: string;
  fate?: [number, number] | null;
  active?: boolean;
  at?: string;
  state?: string;
  goods?: string[];
  spells?: string[];
  spells_keys?: string[];
  unseen?: number;
  trophies?: string[];
  trophy_points?: [number, number];
  goods_keys?: string[];
  trophies_keys?: string[];
  paused?: boolean;
  counters?: [number, number];
  misses?: number;
  form_left?: number;
  alignment_key?: string;
  followers?: string[];
  most_objects?: number;
  most_spells?: number;
  talisman?: boolean;
  picture?: string;
  able?: string;
  lifeless?: boolean;
  dead?: boolean;
}

export interface Glance {
  text: string;
  tone?: "" | "good" | "bad" | "level";
  picture?: string;
  seats?: number[];
}

export interface JournalLine {
  n: number;
  text: string;
  folded?: boolean;
  by?: string;
  why?: string[];
  seat?: number;
  id?: number;
  round?: number;
  turn?: number;
  whose?: string;
  glances?: Glance[];
  step?: boolean;
  thrown?: number[];
  at?: string;
}

export interface LateMoment {
  n: number;
  text?: string;
}

export interface Waiting {
  coming?: string;
  missed?: string;
  heading?: string;
  faces?: number[];
  face?: number;
  others?: [Who, number][];
  points?: string;
  told?: string;
}

export interface Clock {
  name: string;
  turn: number;
  person: number;
}

export interface Device {
  id: string;
  seat: number;
  model: string;
  since: number;
  on?: boolean;
  own?: boolean;
}

export interface Hint {
  key: string;
  text: string;
  seat: number;
  rule?: string;
  card?: string;
  figures?: boolean;
  ways?: boolean;
}

export interface Screen {
  rev: number;
  lang: string;
  table: string;
  round: number;
  question: Question | null;
  moment?: Moment | null;
  press?: Press | null;
  hands?: string[];
  hands_before?: string[];
  lasting?: Lasting[];
  sheets?: Sheet[];
  journal?: JournalLine[];
  late?: LateMoment[];
  waits?: number;
  overlay?: Record<string, string>;
  asides?: Choice[];
  drops?: Record<string, string[]>;
  can_undo?: boolean;
  can_redo?: boolean;
  note?: string;
  announce?: string;
  here?: Record<string, string[]>;
  lies?: Record<string, string[]>;
  lies_gold?: Record<string, number>;
  stocks?: Record<string, number>;
  own_types?: Record<string, string>;
  viewer?: number;
  windows?: number;
  wish?: string;
  waiting?: Waiting | null;
  castable?: string;
  clock?: Clock | null;
  hosted?: boolean;
  inside?: number[];
  held?: boolean;
  devices?: Device[];
  trophy_price?: [number, number];
  house?: string[];
  bots?: Record<string, string>;
  bot?: number;
  tempo?: string;
  demo?: boolean;
  resumed?: boolean;
  pace?: string;
  hint?: Hint | null;
}

export interface FaceEnd {
  space: string;
  name: string;
  label: string;
  turn?: string;
  tone?: "" | "good" | "bad" | "level";
  picture?: string;
  detail?: string;
  chances?: Chances | null;
}

export interface PeekedSpell {
  thing: string;
  name: string;
  note: string;
  closed: string;
}

export interface Place {
  space: string;
  name: string;
  region: string;
  note: string;
  where: string;
}

export interface OwnCard {
  name: string;
  type: "event" | "animal" | "dragon" | "monster" | "spirit" | "stranger" | "follower" | "magic object" | "object" | "place" | "spell" | "talisman" | "terrain" | "character";
  strength?: number;
  craft?: number;
  number?: number;
  words?: string;
  deck?: string;
  after?: "attack" | "keep" | "leave" | "discard" | "";
  weapon?: boolean;
  save?: number;
  price?: number;
  carries?: number;
  have_only?: ("good" | "neutral" | "evil")[];
  have_not?: ("good" | "neutral" | "evil")[];
  copies?: number;
  at?: ("turn_start" | "any_turn_start" | "moving" | "arrived" | "meeting" | "before_fight" | "fight" | "dice" | "turn_end" | "any" | "own_turn" | "move_rolled" | "meeting_character" | "reply.spell" | "reply.life_loss" | "reply.kill" | "crown")[];
  life?: number;
  fate?: number;
  gold?: number;
  alignment?: "" | "good" | "neutral" | "evil";
  start?: string;
  listed?: string;
}

export interface ListedCard {
  name: string;
  deck: string;
  type: "event" | "animal" | "dragon" | "monster" | "spirit" | "stranger" | "follower" | "magic object" | "object" | "place" | "spell" | "talisman" | "terrain" | "";
  sure: boolean;
  copies: number;
  layer: string;
}

export interface Labels {
  lang: string;
  words: Record<string, string>;
  cards: Record<string, Record<string, string>>;
  board: string;
  places: Place[];
  frames: Record<string, string>;
  forms: Record<string, string>;
  alignments: Record<string, string>;
  characters: Record<string, string>;
  abilities: Record<string, string[]>;
  doubts: Record<string, string>;
  spoken: Record<string, string>;
  pictures: Record<string, string>;
  tints: Record<string, string[]>;
  rules: Record<string, string>;
  own: OwnCard[];
  entered: OwnCard[];
  listed: Record<string, ListedCard[]>;
  sources: Record<string, string>;
  draws: Record<string, string>;
  hand_deck: string;
  cover_decks: string[];
  actions: Record<string, string[]>;
  corners: Record<string, [number, number]>;
  marks: Record<string, string>;
  types: Record<string, string>;
  stock: Record<string, string>;
  variant: string;
  endless: string[];
  pieces: Record<string, string>;
  decks: Record<string, string>;
  of_deck: Record<string, string>;
  keywords: Record<string, [string, string]>;
  marked: Record<string, string[]>;
  bots: Record<string, string>;
}

export interface PlayedPart {
  key: string;
  value: string;
  choices: Choice[];
  name: string;
}

export interface CharacterEntry {
  key: string;
  name: string;
  note: string;
  closed: string;
  figures: Record<string, number>;
}

export interface SavedEntry {
  name: string;
  label: string;
  note: string;
}

export interface EditionEntry {
  key: string;
  name: string;
  about: string;
  board: [number, number, number][];
  variants?: Choice[];
  variant?: string;
  expands?: boolean;
}

export interface LayerEntry {
  key: string;
  name: string;
  about?: string;
  on?: boolean;
  wrong?: string;
  box?: boolean;
}

export interface BoxOffer {
  title: string;
  about?: string;
  wrong?: string;
}

export interface Switch {
  key: string;
  text: string;
  value: string;
  about?: string;
  choices?: Choice[];
  group?: string;
  shorter?: string;
  usual?: string;
}

export interface Begins {
  text: string;
  name?: string;
  rolls?: boolean;
  rolled?: string;
}

export interface Setup {
  lang: string;
  parts: PlayedPart[];
  figures: CharacterEntry[];
  players: [string, string][];
  bots: Record<string, string>;
  again: string[];
  saved: SavedEntry[];
  note: string;
  editions: EditionEntry[];
  edition: string;
  spec: string;
  packs: LayerEntry[];
  layers: LayerEntry[];
  box: BoxOffer | null;
  house: string;
  switches: Switch[];
  house_names: string[];
  house_name: string;
  house_besides: string[];
  minutes: number;
  begins: Begins | null;
  group: string;
  stake: string;
  at_table: string;
}

export interface Course {
  what: string;
  title: string;
  plot: string;
  rounds: number[];
  lines: number[];
  values: ((number | null)[])[];
}

export interface Luck {
  who: Who;
  won: number;
  fights: number;
  expected: number;
  text: string;
}

export interface Highlight {
  n: number;
  text: string;
  note: string;
  seat?: number;
  picture?: string;
  chance?: string;
  tone?: string;
}

export interface Told {
  who: Who;
  text: string;
}

export interface Chronicle {
  over: boolean;
  title: string;
  story: string;
  note: string;
  people: Who[];
  courses: Course[];
  luck?: Luck[];
  luck_plot?: string;
  best?: Highlight[];
  turning?: Highlight[];
  feared?: Highlight[];
  picture?: string;
  winner?: number;
  bets?: Told[];
  pace?: Told[];
  missing?: number;
}

export interface EveningRow {
  name: string;
  figures: string;
  note?: string;
  picture?: string;
}

export interface AllEvenings {
  title: string;
  note: string;
  evenings?: EveningRow[];
  people?: EveningRow[];
  characters?: EveningRow[];
  deaths?: EveningRow[];
  rivals?: EveningRow[];
  forms?: EveningRow[];
  missing?: number;
}

export interface Member {
  who: Who;
  picture: string;
  wins?: number;
  notes?: string[];
}

export interface Won {
  when: string;
  who?: Who | null;
}

export interface OpenTable {
  name: string;
  note: string;
}

export interface Tonight {
  minutes: number;
  text: string;
  note?: string;
  longer?: boolean;
  effects?: Record<string, string>;
}

export interface Group {
  kicker?: string;
  title?: string;
  story?: string;
  records?: string[];
  members?: Member[];
  won?: Won[];
  open?: OpenTable[];
  tonight?: Tonight[];
  game?: number;
  missing?: number;
}

export interface TreeBranch {
  at: number;
  parent: number;
  depth: number;
  answer: string;
  told: string[];
  here: boolean;
  leaf: boolean;
}

export interface Possible {
  keys: string[];
  label: string;
  chance: string;
  tone: "" | "good" | "bad" | "level";
  told: string[];
}

export interface Proposal {
  kind: string;
  key: string;
  label: string;
}

export interface SumShown {
  line: string;
  text: string;
}

export interface OpenReading {
  figure: string;
  value: boolean | number | string;
  edition: string;
  label: string;
}

export interface GridCell {
  lines: string[];
  mark: "" | "yes" | "no" | "open";
  differs: boolean;
}

export interface GridRow {
  label: string;
  cells: GridCell[];
  note: string;
}

export interface Grid {
  head: string[];
  rows: GridRow[];
  notes: string[];
}

export interface Answered {
  title: string;
  lines: string[];
  numbers: SumShown[];
  copy: string;
  keep: OpenReading[];
  grid: Grid | null;
}

export interface ChartRow {
  label: string;
  parts: number[];
  said: string;
  here: boolean;
}

export interface Chart {
  kind: "ends" | "answers" | "bar" | "funnel" | "heat";
  title: string;
  rows: ChartRow[];
  parts: string[];
  note: string;
  of_foe: string;
}

export interface RulingFound {
  id: string;
  asks: string;
  decides: string;
  text: string;
}

export interface FrozenRuling {
  file: string;
  path: string;
}

export interface ClassPage {
  lesson: string;
  page: number;
  path: string;
}

export interface AimChoice {
  key: string;
  label: string;
  chosen: boolean;
}

export interface HandFigure {
  what: string;
  n: number;
  less: string;
  more: string;
}

export interface HandCard {
  name: string;
  away: string;
}

export interface LaidByHand {
  people: AimChoice[];
  editions: AimChoice[];
  aim: string;
  name: string;
  figures: HandFigure[];
  cards: HandCard[];
  lays: AimChoice[];
  sides: AimChoice[];
  turn: string;
  away: string;
}

export interface AnalysisScreen {
  lang: string;
  text: string;
  link: string;
  edition: string;
  insisted: string[];
  told: string[];
  question: Question;
  tree: TreeBranch[];
  outcomes: Possible[];
  unfolded: boolean;
  proposals: Proposal[];
  back: boolean;
  forth: boolean;
  why: Answered[];
  compared: Answered[];
  compared_type: string;
  left_out: string;
  charts: Chart[];
  charted: boolean;
  rulings: RulingFound[];
  asked_most: RulingFound[];
  ruling: Answered | null;
  frozen: FrozenRuling | null;
  kept: string;
  asked_class: ClassPage | null;
  hand: LaidByHand;
  typed: string;
  refused: string;
  refused_type: string;
  sheets: Sheet[];
  overlay: Record<string, string>;
  lies: Record<string, string[]>;
  trophy_price: [number, number];
}

export interface WallChoice {
  says: string;
  letter?: string;
  hands?: number;
  verdict?: string;
  true?: boolean;
  closed?: string;
}

export interface WallLine {
  text: string;
  rules?: string;
  label?: string;
}

export interface WallBlock {
  name: string;
  n: number;
  die?: boolean;
  beside?: number[];
}

export interface WallSum {
  who: string;
  blocks: WallBlock[];
  score: number | null;
}

export interface WallBar {
  name: string;
  n: number;
  percent: number;
  expected: number;
  chance: string;
  many?: string;
  many_percent?: number;
  share?: string;
}

export interface WallCell {
  text?: string;
  sum?: WallSum | null;
  percent?: number;
}

export interface WallPair {
  cells: [WallCell, WallCell];
  first?: string;
}

export interface WallBeside {
  titles: [string, string];
  pairs: WallPair[];
}

export interface WallKept {
  question: string;
  choices: WallChoice[];
}

export interface WallPhones {
  enter?: string;
  qr?: string;
  told?: string;
  press?: string;
}

export interface Wall {
  lang: string;
  lesson: string;
  kind: string;
  title: string;
  place: string;
  text: string;
  question: string;
  waits: boolean;
  choices: WallChoice[];
  lines: WallLine[];
  sums: WallSum[];
  rule: WallLine | null;
  bars: WallBar[];
  dice: number;
  counted: number;
  refused: string;
  cast: string;
  setting: string;
  many: string;
  suppose: string;
  thrown: number[];
  beside: WallBeside | null;
  kept: WallKept[];
  near: string;
  phones: WallPhones;
  erases: string;
  earlier: string;
  code: string;
  explained: string;
  named: boolean;
  overlay: Record<string, string>;
  lies: Record<string, string[]>;
  sheets: Sheet[];
  here: Record<string, string[]>;
}

export interface VoteChoice {
  letter: string;
  says: string;
  mine: boolean;
  verdict: string;
}

export interface VoteScreen {
  lang: string;
  setting: string;
  question: string;
  choices: VoteChoice[];
  open: boolean;
  told: string;
}

export interface NotesSection {
  heading: string;
  lines: string[];
}

export interface Notes {
  title: string;
  place: string;
  sections: NotesSection[];
}

export interface CardGridColumn {
  key: string;
  label: string;
  kind: "text" | "figure" | "choice";
}

export interface CardGridRow {
  id: number;
  cells: string[];
  wrong?: Record<string, string>;
  about?: string;
  state?: "" | "new" | "changed";
  near?: string;
  near_row?: number;
  character?: boolean;
}

export interface CardFile {
  name: string;
  kind: string;
  text: string;
}

export interface CardGridScreen {
  lang: string;
  n: number;
  columns: CardGridColumn[];
  rows: CardGridRow[];
  choices: Record<string, string[]>;
  told?: string[];
  unsaved?: boolean;
  undo?: boolean;
  draft?: boolean;
  file?: CardFile | null;
}

export interface WorkshopEntry {
  key: string;
  name: string;
  wrong: number;
}

export interface FormChoice {
  key: string;
  label: string;
}

export interface FormField {
  at: string;
  kind: string;
  label?: string;
  value?: any;
  choices?: string;
  least?: number | null;
  most?: number | null;
  kids?: FormField[];
  told?: string;
  wrong?: string;
  free?: boolean;
}

export interface WorkshopTold {
  lang: string;
  language: string;
  name: string;
  type: string;
  lines: string[];
}

export interface WorkshopScreen {
  lang: string;
  edition: string;
  name: string;
  title: string;
  words: Record<string, string>;
  missing: string[];
  entries: WorkshopEntry[];
  kinds: FormChoice[];
  spaces: FormChoice[];
  models: FormChoice[];
  open: string;
  form: FormField[];
  lists: Record<string, FormChoice[]>;
  picture: string;
  drawing: boolean;
  told: WorkshopTold[];
  wrong: string[];
  file: string;
  note: string;
  can_undo: boolean;
  can_try: boolean;
}

export interface Seated {
  name?: string;
  character?: string;
}

export interface ViewMessage {
  type: string;
  view?: string;
  ply?: number | null;
  key?: string;
  keys?: string[];
  n?: number;
  seat?: number;
  before?: number;
  here?: boolean;
  done?: boolean;
  trial?: boolean;
  empty?: boolean;
  own?: OwnCard | null;
  keep?: boolean;
  changes?: Change[];
  value?: string;
  lang?: string;
  name?: string;
  players?: Seated[];
  parts?: Record<string, string>;
}
