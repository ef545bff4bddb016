import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hostCommandNames } from '#shared/host/names.ts'
import { inRoot } from '../../scripts/lib/paths.ts'

const COLUMNS = ['command', 'Linux', 'stand-in', 'Wine', 'Windows'] as const
/** Done by the page's own means, not by a command. */
const NO_COMMANDS = ['getDisplayMedia']

/** The table of docs/desktop.md that says of each command where it was proved: a record for each row. */
function rows() {
  const page = readFileSync(inRoot('docs/desktop.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith('What was proved where\n')) ?? ''
  const [head = [], _line, ...body] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
  expect(head).toEqual(COLUMNS)
  return body.map(([command = '', ...where]) => ({
    commands: [...command.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
    where,
  }))
}

test('the page says of every command of the host where it was proved, once, and of nothing else', () => {
  const named = rows().flatMap(({ commands }) => commands)
  expect(named.filter((name) => !NO_COMMANDS.includes(name)).sort()).toEqual([...hostCommandNames].sort())
})

test('each row says what was shown somewhere, and what is left for a person with Windows', () => {
  for (const { commands, where } of rows()) {
    expect(where, commands.join()).toHaveLength(COLUMNS.length - 1)
    expect(
      where.slice(0, -1).some((cell) => cell !== '' && cell !== '`unsupported`'),
      commands.join(),
    ).toBe(true)
    expect(where.at(-1), commands.join()).not.toBe('')
  }
})
