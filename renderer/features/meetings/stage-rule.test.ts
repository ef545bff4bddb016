import { expect, test } from 'vitest'
import { columnsOf, largeOf, layersOf, speakerOf } from './stage-rule.ts'

const person = (seat: string, isSpeaking = false) => ({ seat, isSpeaking })

test('who speaks stays large until they stop and another begins; in silence the last one does', () => {
  expect(speakerOf(null, [])).toBeNull()
  expect(speakerOf(null, [person('a'), person('b')])).toBe('a')
  expect(speakerOf('a', [person('a'), person('b', true)])).toBe('b')
  // Who breaks in takes nothing from who goes on.
  expect(speakerOf('b', [person('a', true), person('b', true)])).toBe('b')
  expect(speakerOf('b', [person('a'), person('b')])).toBe('b')
  expect(speakerOf('gone', [person('a'), person('b')])).toBe('a')
})

test('pinned before speaking, nobody beside a screen, and nobody who isn’t there', () => {
  const people = [person('a'), person('b')]
  const by = { view: 'GRID', pinned: null, speaker: 'a', hasScreen: false } as const
  expect(largeOf(people, by)).toBeNull()
  expect(largeOf(people, { ...by, view: 'SPEAKER' })).toBe('a')
  expect(largeOf(people, { ...by, view: 'SPEAKER', pinned: 'b' })).toBe('b')
  expect(largeOf(people, { ...by, pinned: 'b' })).toBe('b')
  expect(largeOf(people, { ...by, pinned: 'gone' })).toBeNull()
  expect(largeOf(people, { ...by, view: 'SPEAKER', pinned: 'gone', speaker: 'gone' })).toBeNull()
  expect(largeOf(people, { ...by, view: 'SPEAKER', pinned: 'b', hasScreen: true })).toBeNull()
})

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [4, 2],
  [5, 3],
  [9, 3],
  [10, 4],
  [25, 5],
])('%i tiles stand in %i columns', (tiles, columns) => {
  expect(columnsOf(tiles)).toBe(columns)
})

test('a camera is sent as large as it is shown: of up to four in a grid large, beside a large tile or a screen small', () => {
  const by = { isSmall: false, speaker: 'b', large: null as string | null, hasScreen: false }
  const layers = (count: number, how: Partial<typeof by> = {}) =>
    layersOf(
      ['a', 'b', 'c', 'd', 'e'].slice(0, count).map((seat) => person(seat)),
      { ...by, ...how },
    )
      .map(({ seat, layer }) => `${seat} ${layer}`)
      .join(', ')
  expect(layers(4)).toBe('a LARGE, b LARGE, c LARGE, d LARGE')
  expect(layers(5)).toBe('a SMALL, b SMALL, c SMALL, d SMALL, e SMALL')
  expect(layers(3, { large: 'c' })).toBe('a SMALL, b SMALL, c LARGE')
  expect(layers(3, { hasScreen: true })).toBe('a SMALL, b SMALL, c SMALL')
  expect(layers(3, { isSmall: true })).toBe('a NONE, b SMALL, c NONE')
  expect(layers(0)).toBe('')
})
