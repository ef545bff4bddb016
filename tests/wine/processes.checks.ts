import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { folder, system } from './machine-here.ts'

const LIMITS = { timeLimitMs: 30_000, outputLimitBytes: 65_536 }

/** Writes down its arguments, its input and a variable of its environment. */
const script = path.join(folder, 'write down.cjs')
writeFileSync(
  script,
  `let input='';process.stdin.on('data',(d)=>input+=d).on('end',()=>{
require('node:fs').writeFileSync(process.argv[2],JSON.stringify({args:process.argv.slice(3),input,word:process.env.WORD}))
process.exitCode=Number(process.env.CODE??0)})`,
)

let last = 0
async function run(args: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) {
  last += 1
  const note = path.join(folder, `note ${last}.json`)
  const ended = await system.end(process.execPath, [script, note, ...args], { ...LIMITS, ...more })
  const written = JSON.parse(readFileSync(note, 'utf8')) as { args: string[]; input: string; word?: string }
  return { ...ended, ...written }
}

test('arguments arrive as they are, whatever a shell would make of them', async () => {
  const hostile = [
    'a b',
    '',
    '"',
    'a"b c',
    '%PATH%',
    '%USERNAME%',
    'a&whoami',
    'a|b',
    'a^b',
    '<in>out',
    'C:\\folder with space\\',
    'trailing\\\\',
    '\\\\server\\share\\',
    'ends with \\"',
    "'single'",
    '--flag="quoted value"',
    '!delayed!',
    '$(x)`y`;z',
    'tab\tand line\nbreak',
    'Büro 漢字 🙂',
    '*.*',
  ]
  assert.deepEqual((await run(hostile)).args, hostile)
})

test('input and environment arrive in Unicode, and secrets aren’t arguments', async () => {
  const { input, word, args } = await run([], { input: 'pässwörd€ 🙂\n', env: { WORD: 'wörd €' } })
  assert.deepEqual({ input, word, args }, { input: 'pässwörd€ 🙂\n', word: 'wörd €', args: [] })
})

test('exit codes are told, large ones too', async () => {
  for (const code of [0, 1, 3, 259, 1168, 65_536]) {
    assert.equal((await run([], { env: { CODE: String(code) } })).exitCode, code)
  }
})

test('a program that is missing, or is none, is told apart', async () => {
  await assert.rejects(system.run('C:\\no such folder\\program.exe', [], LIMITS), { reason: 'missing' })
  await assert.rejects(system.run(script, [], LIMITS), { name: 'CommandFailure' })
})

/** A program that waits for ever, and writes down that it lives. */
const waiting = path.join(folder, 'waits.cjs')
writeFileSync(
  waiting,
  `const fs=require('node:fs');setInterval(()=>fs.writeFileSync(process.argv[2],String(Date.now())),100)`,
)

/** Whether the program goes on writing. */
async function isAlive(note: string): Promise<boolean> {
  const before = existsSync(note) ? readFileSync(note, 'utf8') : ''
  await wait(1_000)
  return existsSync(note) && readFileSync(note, 'utf8') !== before
}

test('a program that hangs is ended when its time is over, and one that is given up', async () => {
  const note = path.join(folder, 'hangs')
  await assert.rejects(system.run(process.execPath, [waiting, note], { ...LIMITS, timeLimitMs: 3_000 }), {
    reason: 'timeout',
  })
  assert.equal(await isAlive(note), false)
  const stop = new AbortController()
  const running = system.run(process.execPath, [waiting, note], { ...LIMITS, signal: stop.signal })
  const gone = assert.rejects(running, { reason: 'aborted' })
  await wait(2_000)
  stop.abort()
  await gone
  assert.equal(await isAlive(note), false)
})

/** Waits until a program has begun to write: on a busy machine that takes a while. */
async function begins(note: string): Promise<void> {
  for (let round = 0; round < 300 && !existsSync(note); round++) await wait(100)
}

/** Starts the program that waits, and waits itself; its child outlives it unless it is ended, too. */
const parent = path.join(folder, 'parent.cjs')
writeFileSync(
  parent,
  `require('node:child_process').spawn(process.execPath,[${JSON.stringify(waiting)},process.argv[2]],{stdio:'ignore'})
setInterval(()=>{},1000)`,
)

test('what a program started ends with it', async () => {
  const note = path.join(folder, 'child')
  const bystander = path.join(folder, 'bystander')
  const other = await system.launch(process.execPath, [waiting, bystander])
  const tool = await system.launch(process.execPath, [parent, note])
  await begins(bystander)
  await begins(note)
  assert.equal(await isAlive(note), true)
  tool.end()
  for (let round = 0; round < 300 && tool.running(); round++) await wait(100)
  assert.deepEqual([tool.running(), await isAlive(note), await isAlive(bystander)], [false, false, true])
  const stop = new AbortController()
  const running = system.run(process.execPath, [parent, `${note} 2`], { ...LIMITS, signal: stop.signal })
  const gone = assert.rejects(running, { reason: 'aborted' })
  await begins(`${note} 2`)
  stop.abort()
  await gone
  assert.equal(existsSync(`${note} 2`), true)
  assert.equal(await isAlive(`${note} 2`), false)
  other.end()
})

test('a tool that was launched runs by itself until it is ended', async () => {
  const note = path.join(folder, 'launched')
  let ended = false
  const tool = await system.launch(process.execPath, [waiting, note], {
    onEnd: () => {
      ended = true
    },
  })
  await begins(note)
  assert.equal(await isAlive(note), true)
  assert.equal(tool.running(), true)
  tool.end()
  for (let round = 0; round < 300 && !ended; round++) await wait(100)
  assert.deepEqual([ended, tool.running(), await isAlive(note)], [true, false, false])
})
