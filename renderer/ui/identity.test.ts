import { expect, test } from 'vitest'
import { colourOf } from './identity.ts'

test('C101 a colour follows from the label and nothing else, and is one of the ten that the style sheet has', () => {
  expect(colourOf('Amelia Hart')).toBe(colourOf(' Amelia Hart '))
  const used = new Set(Array.from({ length: 300 }, (_, n) => colourOf(`Room ${n}`)))
  expect([...used].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('C101 a label keeps its colour from one version to the next: people know their chats by it', () => {
  const labels = ['Amelia Hart', 'Supervisors', 'Leeds floor', 'Ærø øst', 'Night shift']
  expect(labels.map(colourOf)).toEqual([7, 4, 2, 0, 9])
})
