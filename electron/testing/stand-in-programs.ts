import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { WindowsFailureReason } from '../platform/windows/failure.ts'
import { answerFile, CALLS_FILE } from '../platform/windows/stand-in-windows.ts'
import type { WindowsCallName, WindowsInput, WindowsOutput } from '../platform/windows/windows-calls.ts'

/** A stand-in's answer when its arguments contain `when`. */
interface StandInAnswer {
  readonly when?: string
  readonly output?: string
  /** Printed on standard error, before the output. */
  readonly errors?: string
  readonly exitCode?: number
  /** `hang` never ends; `endless` writes without end; `stay` writes once and never ends. */
  readonly manner?: 'hang' | 'endless' | 'stay'
}

/** A recorded call of a stand-in. */
export interface StandInCall {
  readonly pid: number
  readonly args: readonly string[]
  readonly input: string
  readonly env: string
}

/**
 * A folder with programs in place of Windows' own: each records its calls and prints a recorded answer. It also has
 * what Windows' functions answer.
 */
export interface StandInPrograms {
  readonly folder: string
  /** Adds a program, or replaces one; the first answer that fits counts. */
  put(name: string, ...answers: StandInAnswer[]): void
  remove(name: string): void
  /** The calls so far, in order. */
  calls(name: string): StandInCall[]
  /** What one of Windows' functions answers from now on. */
  answer<Name extends WindowsCallName>(name: Name, value: WindowsOutput<Name>): void
  /** That it fails from now on; `missing` as if it had never been answered. */
  refuse(name: WindowsCallName, reason: WindowsFailureReason, code?: number): void
  /** What Windows' function was asked so far, in order. */
  asked<Name extends WindowsCallName>(name: Name): WindowsInput<Name>[]
  /** Forgets what was asked. */
  forgetAsked(): void
  dispose(): void
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function action({ output = '', errors = '', exitCode = 0, manner }: StandInAnswer, file: string): string {
  if (manner === 'hang') return 'exec sleep 600'
  if (manner === 'endless') return 'while :; do echo 0123456789; done'
  writeFileSync(file, output)
  writeFileSync(`${file}.errors`, errors)
  const write = `cat ${quoted(`${file}.errors`)} >&2; cat ${quoted(file)}`
  return `${write}; ${manner === 'stay' ? 'exec sleep 600' : `exit ${exitCode}`}`
}

/** Makes stand-ins in a new folder; for systems with a Bourne shell. */
export function standInPrograms(): StandInPrograms {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-programs-'))
  const notes = (name: string) => path.join(folder, `${name}.calls`)
  return {
    folder,
    put(name, ...answers) {
      const cases = (answers.length === 0 ? [{}] : answers).map((answer: StandInAnswer, place) => {
        const pattern = answer.when === undefined ? '*' : `*${quoted(answer.when)}*`
        return `${pattern}) ${action(answer, path.join(folder, `${name}.${place}.out`))};;`
      })
      const script = [
        '#!/bin/sh',
        `note=${quoted(notes(name))}.$$`,
        '{ printf "call\\npid %s\\n" "$$"; for a in "$@"; do printf "arg %s\\n" "$(printf %s "$a" | base64 -w0)"; done',
        'printf "input %s\\nenv %s\\n" "$(base64 -w0)" "$(env | base64 -w0)"; } >> "$note"',
        `cat "$note" >> ${quoted(notes(name))}; rm "$note"`,
        `case "$*" in`,
        ...cases,
        'esac',
      ]
      const file = path.join(folder, name)
      writeFileSync(file, `${script.join('\n')}\n`)
      chmodSync(file, 0o755)
    },
    remove: (name) => rmSync(path.join(folder, name), { force: true }),
    calls(name) {
      if (!existsSync(notes(name))) return []
      return parseCalls(readFileSync(notes(name), 'utf8'))
    },
    answer: (name, value) => writeFileSync(path.join(folder, answerFile(name)), JSON.stringify({ value })),
    refuse: (name, reason, code) =>
      writeFileSync(path.join(folder, answerFile(name)), JSON.stringify({ reason, code: code ?? null })),
    asked(name) {
      const file = path.join(folder, CALLS_FILE)
      if (!existsSync(file)) return []
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
      const calls = lines.map((line) => JSON.parse(line) as { name: string; input: never })
      return calls.filter((call) => call.name === name).map(({ input }) => input)
    },
    forgetAsked: () => rmSync(path.join(folder, CALLS_FILE), { force: true }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function parseCalls(text: string): StandInCall[] {
  const decode = (line: string) => Buffer.from(line.slice(line.indexOf(' ') + 1), 'base64').toString('utf8')
  return text
    .split('call\n')
    .slice(1)
    .map((call) => {
      const lines = call.split('\n')
      const all = (kind: string) => lines.filter((line) => line.startsWith(`${kind} `)).map(decode)
      const pid = Number(lines.find((line) => line.startsWith('pid '))?.slice(4))
      return { pid, args: all('arg'), input: all('input')[0] ?? '', env: all('env')[0] ?? '' }
    })
}
