import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guideFor, TICKET_TYPES } from './ticket-guide.ts'
import { readTranscript, transcriptProblem, writeTranscript } from './ticket-transcript.ts'

test('W051 a transcript is JSON with renderedSteps, each with message and value', () => {
  const step = fc.record({ message: fc.string(), value: fc.string() })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const written = writeTranscript(steps)
      expect(JSON.parse(written)).toEqual({ renderedSteps: steps })
      expect(readTranscript(written)).toEqual({ kind: 'steps', steps })
    }),
  )
})

test('W051 values that are no texts are shown as such', () => {
  const renderedSteps = [
    { message: 'How often?', value: 3 },
    { value: true },
    { message: 'x' },
    'alone',
    { value: [1] },
    { message: null, value: null },
  ]
  expect(readTranscript(JSON.stringify({ renderedSteps }))).toEqual({
    kind: 'steps',
    steps: [
      { message: 'How often?', value: '3' },
      { message: '', value: 'true' },
      { message: 'x', value: '' },
      { message: '', value: 'alone' },
      { message: '', value: '[1]' },
      { message: '', value: '' },
    ],
  })
})

test('W051 whatever else it is, it is shown as the text it is, and never breaks anything', () => {
  for (const text of [
    'Says: screen black.',
    '{"renderedSteps":',
    '{"steps":[]}',
    '[]',
    'null',
    '{"renderedSteps":{}}',
  ])
    expect(readTranscript(text)).toEqual({ kind: 'text', text })
  expect(readTranscript(' ')).toEqual({ kind: 'none' })
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readTranscript(text)))
})

test('W051 a new one must be readable and of a reasonable length', () => {
  const steps = (count: number) =>
    writeTranscript(Array.from({ length: count }, () => ({ message: 'm', value: 'v' })))
  expect(transcriptProblem('')).toBeNull()
  expect(transcriptProblem(steps(200))).toBeNull()
  expect(transcriptProblem(steps(201))).toBe('The transcript is too long.')
  expect(transcriptProblem('no')).toBe('The transcript cannot be read.')
})

test('every type of ticket has questions, and every choice has options', () => {
  for (const type of TICKET_TYPES) {
    expect(guideFor(type).length).toBeGreaterThan(0)
    for (const { message, options } of guideFor(type)) {
      expect(message).toMatch(/\?$/)
      if (options) expect(options.length).toBeGreaterThan(1)
    }
  }
})
