import { expect, test } from 'vitest'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { GradeRing } from './GradeRing.tsx'

const { services } = fakeServices()

function ring(grade: Parameters<typeof GradeRing>[0]['grade'], done: number | null) {
  const { container, unmount } = renderWith(services, <GradeRing grade={grade} done={done} />)
  const arc = container.querySelector('circle:last-of-type')
  const [round, left] = ['stroke-dasharray', 'stroke-dashoffset'].map((name) =>
    Number(arc?.getAttribute(name)),
  ) as [number, number]
  const drawn = {
    letter: container.querySelector('strong')?.textContent,
    colour: container.querySelector('[data-colour]')?.getAttribute('data-colour'),
    part: Math.round(100 * (1 - left / round)),
  }
  unmount()
  return drawn
}

test('W109 the ring has each grade’s letter and colour, and is whole where there is one', () => {
  for (const [grade, letter, colour, part] of [
    ['EXCEPTIONAL', 'A', 'green', 100],
    ['VERY_GOOD', 'B', 'green', 100],
    ['GOOD', 'C', 'green', 100],
    ['FAIR', 'D', 'warning', 100],
    ['POOR', 'FAIL', 'red', 100],
    ['SKIP', 'N/A', 'neutral', 100],
    ['UNKNOWN', '–', 'neutral', 0],
  ] as const)
    expect([grade, ring(grade, null)]).toEqual([grade, { letter, colour, part }])
})

test('W108 while tests run the ring fills by what is done', () => {
  expect([0, 0.4, 1].map((done) => ring('UNKNOWN', done))).toEqual([
    { letter: '0 %', colour: 'busy', part: 0 },
    { letter: '40 %', colour: 'busy', part: 40 },
    { letter: '100 %', colour: 'busy', part: 100 },
  ])
})
