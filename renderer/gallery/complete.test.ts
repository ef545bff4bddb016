import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What draws nothing itself, with the reason. */
const NOT_DRAWN: Readonly<Record<string, string>> = {
  'surroundings.tsx': 'hands pieces what they need',
  'made-when-opened.tsx': 'holds the place of a menu’s button',
  'failure/FailureBody.tsx': 'is what PartFailure and DialogFailure show',
  'chart/ChartDrawing.tsx': 'is what Chart draws',
  'chart/Drawing.tsx': 'is what Chart draws',
  'chart/DotsDrawing.tsx': 'is what Chart draws',
  'chart/ChartMarkShape.tsx': 'is a mark of a chart and its legend',
}

const PIECES = join(import.meta.dirname, '../ui')
const source = readFileSync(join(import.meta.dirname, 'pieces.tsx'), 'utf8')

test('each piece of renderer/ui stands in the gallery', () => {
  const files = readdirSync(PIECES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  expect(files.length).toBeGreaterThan(25)
  const missing = files.filter((file) => !(file in NOT_DRAWN) && !source.includes(`'../ui/${file}'`))
  expect(missing).toEqual([])
  expect(Object.keys(NOT_DRAWN).filter((file) => !files.includes(file))).toEqual([])
})
