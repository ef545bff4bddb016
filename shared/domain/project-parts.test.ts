import { expect, test } from 'vitest'
import { projectParts } from './project-parts.ts'

test('what has no project belongs to the project before it, at the beginning of a day to the one after it', () => {
  const session = (start: number, projectID: number | null) => ({ start, projectID })
  const day = [
    session(4, null),
    session(1, null),
    session(2, 7),
    session(3, null),
    session(5, 8),
    session(6, null),
  ]
  expect([...projectParts(day)].map(([id, own]) => [id, own.map(({ start }) => start)])).toEqual([
    [7, [1, 2, 3, 4]],
    [8, [5, 6]],
  ])
  expect([...projectParts([session(1, null)]).keys()]).toEqual([null])
  expect(projectParts([]).size).toBe(0)
})
