import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readActivityRules, USUAL_RULES } from './activity-rules.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'activity-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(text: string): string {
  const name = path.join(folder, 'rules.json')
  writeFileSync(name, text)
  return name
}

test('a deployment’s own rules take the place of the usual ones', () => {
  expect(readActivityRules(null)).toBe(USUAL_RULES)
  const own = '{"idleFlagSeconds": 600, "requireLocationServices": true}'
  expect(readActivityRules(file(own))).toEqual({
    ...USUAL_RULES,
    idleFlagSeconds: 600,
    requireLocationServices: true,
  })
})

test.each(['', '[]x', '[1]', '{"idleSeconds": 1}', '{"idleFlagSeconds": -1}', '{"idleFlagSeconds": "5"}'])(
  'a file with %j is refused, by its name and what it may hold',
  (text) => {
    expect(() => readActivityRules(file(text))).toThrow(/rules\.json can't be used.*idleFlagSeconds/)
  },
)
