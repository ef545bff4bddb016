import { bestOf, type Findable } from '../../renderer/shell/switcher/match.ts'
import { median, type Pair, sideBySide } from './statistics.ts'

const ENTRIES = 5000
/** What a person is to wait at most between a letter and its results, in milliseconds. */
const LIMIT_MS = 50
const QUERIES = ['a', 'pr', 'nair', 'household tr', 'q 4017', 'zzzz']

const FIRST = ['Priya', 'Tomáš', 'Grace', 'Gareth', 'Aoife', 'Megan', 'Kwame', 'Wiktoria', 'Jamie', 'Sian']
const LAST = ['Nair', 'Dvořák', 'Oduya', 'Bowen', 'Gallagher', 'Pritchard', 'Mensah', 'Nowak', 'Whitfield']
const PROJECTS = [
  'Household Travel Survey',
  'Rail pulse wave',
  'Broadband panel',
  'Dialler quota',
  'Staff survey',
]

function entries(): Findable[] {
  const of = (list: readonly string[], at: number) => list[at % list.length] ?? ''
  return Array.from({ length: ENTRIES }, (_, at) =>
    at % 2 === 0
      ? { title: `${of(FIRST, at)} ${of(LAST, at >> 1)} ${at}`, hint: 'Telephone Interviewer' }
      : { title: `${of(PROJECTS, at)} ${at}`, hint: 'Projects', keywords: `room q ${at}` },
  )
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/**
 * One search of the quick switcher among 5,000 entries, against a plain search for the same letters.
 * @throws Error where the slowest kind of search takes more than 50 ms
 */
export async function switcherSearch(rounds: number): Promise<Pair> {
  const all = entries()
  const plain = (query: string) =>
    all.filter(({ title, hint = '' }) => `${title}\n${hint}`.toLowerCase().includes(query)).slice(0, 7)
  const slowest = (search: (query: string) => unknown) =>
    Math.max(...QUERIES.map((query) => timed(() => search(query))))
  const pair = await sideBySide(
    async () => slowest((query) => bestOf(all, query)),
    async () => slowest(plain),
    rounds,
    1,
  )
  const product = median(pair.product)
  if (product > LIMIT_MS) throw new Error(`A search of the switcher takes ${product.toFixed(1)} ms.`)
  return pair
}
