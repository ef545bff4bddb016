import { expect, test } from 'vitest'
import { inRoot } from '../lib/paths.ts'
import { Checkout } from './checkout.ts'
import { drawListed, lost, placesIn, readPlaces, sitesWithin, spanOf } from './places.ts'
import { sitesOf } from './sites.ts'

const CODE = `const LIMITS = { text: { longest: 4 }, 'file.size': 9 }
export function send(text: string) {
  const check = () => text.length > 3
  return check()
}
export class Board {
  #open() {
    return 1
  }
  close() {
    return 2
  }
}
`
const textAt = (name: string) => {
  const span = spanOf('a.ts', CODE, name)
  return span && CODE.slice(span.start, span.end)
}

test('a place is a declaration, or what it holds by its key: keys with dots and private methods, too', () => {
  expect(textAt('LIMITS')).toMatch(/^LIMITS = /)
  expect(textAt('LIMITS.text.longest')).toBe('longest: 4')
  expect(textAt('LIMITS.file.size')).toBe("'file.size': 9")
  expect(textAt('send')).toMatch(/^function send/)
  expect(textAt('send.check')).toBe('check = () => text.length > 3')
  expect(textAt('Board.open')).toMatch(/^#open\(\)/)
  expect(['check', 'LIMITS.longer', 'Board.open.close', 'Bored'].map(textAt)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

const RULES = `export function faults(values: { name: string; email: string }) {
  const found = []
  if (values.name === '') found.push('noName')
  else if (values.name.length > 60) found.push('longName')
  for (const other of []) {
    if (other === values.email) found.push('emailTaken')
  }
  return found
}
const MENU = [page('home', { any: ['A'] }), page('users', { all: ['B'] })]
const rules = { size: limit(3), name: check('faulty') }
const Pages = () => <Routes><Route path="home" /><Route path="users" element={<Users big={2} />} /></Routes>
const Tools = () => <div>{may('gif') && has ? <Gif /> : null}{label('gifs')}<b>{may('call') ? 1 : <i>{may('ring')}</i>}</b></div>
`

test('a word after an @ narrows a place to the statement, member or element that mentions it', () => {
  const at = (name: string) => {
    const span = spanOf('a.tsx', RULES, name)
    return span && RULES.slice(span.start, span.end)
  }
  expect(at('faults@longName')).toMatch(/^if \(values\.name === ''\).*'longName'\)$/s)
  expect(at('faults@emailTaken')).toBe("if (other === values.email) found.push('emailTaken')")
  expect(at('MENU@users')).toBe("page('users', { all: ['B'] })")
  expect(at('MENU@B')).toBe("'B'")
  expect(at('rules@faulty')).toBe("name: check('faulty')")
  expect(at('Pages@users')).toBe('<Route path="users" element={<Users big={2} />} />')
  expect(at('Pages@big')).toBe('<Users big={2} />')
  // What decides whether a part is there, and not all that its neighbours are.
  expect(at('Tools@gif')).toBe("{may('gif') && has ? <Gif /> : null}")
  expect(at('Tools@call')).toBe("{may('call') ? 1 : <i>{may('ring')}</i>}")
  expect(at('Tools@ring')).toBe("<i>{may('ring')}</i>")
  expect(at('Tools@gifs')).toMatch(/^<div>.*<\/div>$/)
  expect(['faults@users', 'MENU@emailTaken', 'gone@faulty'].map(at)).toEqual([null, null, null])
})

test('the list gives each requirement its places, and one that nothing decides none', () => {
  const table =
    'requirement\tfile\tdeclarations\nS001\ta.ts\tsend Board.open\nS001\tb.ts\tc\nS002\t-\tA reason.\n'
  expect([...placesIn(table)]).toEqual([
    [
      'S001',
      [
        { id: 'S001', file: 'a.ts', name: 'send' },
        { id: 'S001', file: 'a.ts', name: 'Board.open' },
        { id: 'S001', file: 'b.ts', name: 'c' },
      ],
    ],
    ['S002', []],
  ])
})

test('only what stands within the places is drawn, by the seed, and neither what is judged nor refused', () => {
  const row = { id: 'S001', text: 'A text is longer than 3.' }
  const places = [
    { id: 'S001', file: 'a.ts', name: 'send.check' },
    { id: 'S001', file: 'a.ts', name: 'send' },
  ]
  const all = sitesOf('a.ts', CODE)
  const sites = sitesWithin(
    places,
    () => CODE,
    () => all,
  )
  expect(sites.map(({ original }) => original).sort()).toEqual(['3', '>'])
  const draw = (seed: number, judged: object[] = [], refused = '') =>
    drawListed(row, sites, seed, judged as never, ({ original }) => original !== refused)
  const drawn = Array.from({ length: 20 }, (_, seed) => draw(seed).site?.original)
  expect(new Set(drawn)).toEqual(new Set(['3', '>']))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(1, [], '>').site?.original).toBe('3')
  const code = 'const check = () => text.length > 3'
  const judged = [
    { file: 'a.ts', code, change: '> → >=', reason: '' },
    { file: 'a.ts', code, change: '3 → (3 + 1)', reason: '', row: 'S001' },
  ]
  expect(draw(1, judged)).toMatchObject({ site: null, judged: [{}, {}] })
})

test('every listed place is still there', () => {
  const checkout = new Checkout()
  const listed = readPlaces(inRoot('scripts/mutate/places.tsv'))
  expect(lost([...listed.values()].flat(), checkout.files, checkout.read)).toEqual([])
  expect(listed.size).toBeGreaterThan(100)
  const gone = [
    { id: 'S001', file: 'shared/domain/zoom.ts', name: 'DEFAULT_ZOOM' },
    { id: 'S001', file: 'shared/domain/zoom.ts', name: 'GONE' },
    { id: 'S001', file: 'shared/domain/gone.ts', name: 'DEFAULT_ZOOM' },
  ]
  expect(lost(gone, checkout.files, checkout.read)).toEqual(gone.slice(1))
})
