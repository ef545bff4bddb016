import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isOpenToPeople } from '../../electron/config/file-protection.ts'
import { findDeployment } from '../../electron/config/find-deployment.ts'
import { machineFile } from '../../electron/config/machine-folder.ts'
import { newSigningKeys, signFile } from '../../electron/config/signed-file.ts'
import { koffiApi, loadKoffi } from '../../electron/platform/windows/koffi-api.ts'
import { removeTemporary, writeTemporary } from '../../electron/services/temporary-file.ts'
import { readTextFile, writeTextFile } from '../../electron/services/text-file.ts'
import { folder, KOFFI_MODULE, sharesFolder } from './machine-here.ts'

test('a configuration is replaced whole, again and again, and leaves no draft', () => {
  const file = path.join(folder, 'Büro', 'state.json')
  for (const text of ['{"a":1}', `{"b":"${'ü'.repeat(100_000)}"}`, '{}']) {
    writeTextFile(file, text)
    assert.equal(readTextFile(file), text)
  }
  assert.deepEqual(readdirSync(path.dirname(file)), ['state.json'])
  assert.equal(readTextFile(path.join(folder, 'none.json')), null)
})

test('a long path and a folder in another case are the same file to the client', () => {
  const long = path.join(folder, 'a'.repeat(100), 'b'.repeat(100), 'c'.repeat(100), 'state.json')
  assert.ok(long.length > 260)
  writeTextFile(long, 'long')
  assert.equal(readTextFile(long), 'long')
  const file = path.join(folder, 'Case.json')
  writeTextFile(file, 'case')
  assert.equal(readTextFile(path.join(folder, 'cASE.JSON')), 'case')
})

test('a network path that isn’t there is an error or nothing, and never hangs', () => {
  const read = () => readTextFile('\\\\no-such-server.invalid\\share\\file.json')
  try {
    assert.equal(read(), null)
  } catch (error) {
    assert.match(String((error as NodeJS.ErrnoException).code), /^E[A-Z]+$/)
  }
})

test('a share of the network, and a path spelled out for Windows, are read and written as other paths', {
  skip: sharesFolder === null ? 'shares are played under Wine only' : false,
}, () => {
  mkdirSync(path.join(sharesFolder ?? '', 'fieldwork-checks', 'share'), { recursive: true })
  const file = '\\\\fieldwork-checks\\share\\Büro\\state.json'
  writeTextFile(file, 'shared')
  assert.equal(readTextFile(file), 'shared')
  assert.equal(readTextFile('\\\\fieldwork-checks\\share\\none.json'), null)
  const local = path.join(folder, 'spelled.json')
  writeTextFile(local, 'spelled')
  assert.equal(readTextFile(`\\\\?\\${local}`), 'spelled')
})

test('names that Windows keeps for devices are files like others, and reach no device', () => {
  const own = path.join(folder, 'devices')
  const names = ['con.json', 'nul', 'NUL.json', 'aux.json', 'com1.json', 'lpt9', 'prn.json']
  for (const name of names) {
    writeTextFile(path.join(own, name), name)
    assert.equal(readTextFile(path.join(own, name)), name)
  }
  assert.deepEqual(readdirSync(own).sort(), names.toSorted())
})

test('who reads a configuration while it is replaced has the old or the new text, never half of one', async () => {
  const file = path.join(folder, 'replaced.json')
  const texts = ['a', 'ü'].map((letter) => JSON.stringify(letter.repeat(50_000)))
  writeTextFile(file, texts[0] ?? '')
  const script = path.join(folder, 'reads.cjs')
  writeFileSync(
    script,
    `const fs=require('node:fs');const found={};process.on('message',()=>process.send(found,()=>process.exit()))
setInterval(()=>{let what;try{const t=fs.readFileSync(process.argv[2],'utf8');what=t.length===50002?t[1]:'half'}
catch(error){what=error.code}found[what]=(found[what]??0)+1},1);process.send('ready')`,
  )
  const reader = fork(script, [file])
  // Left alone, a reader would keep this process alive after a failure.
  after(() => reader.kill())
  await once(reader, 'message')
  for (let round = 0; round < 300; round++) {
    writeTextFile(file, texts[round % 2] ?? '')
    if (round % 10 === 0) await wait(5)
  }
  reader.send('enough')
  const [found] = (await once(reader, 'message')) as [Record<string, number>]
  // Windows may refuse a reader for a moment; what is read is whole.
  for (const refused of ['EPERM', 'EBUSY', 'EACCES']) delete found[refused]
  assert.deepEqual(Object.keys(found).sort(), ['a', 'ü'])
})

test('a draft that a crash has left is no obstacle, and never read', () => {
  const file = path.join(folder, 'left', 'state.json')
  writeTextFile(file, 'old')
  writeFileSync(`${file}.new`, 'half of a lon')
  assert.equal(readTextFile(file), 'old')
  writeTextFile(file, 'new')
  assert.equal(readTextFile(file), 'new')
  assert.equal(existsSync(`${file}.new`), false)
})

/** Opens a file as a program does that lets nobody else in, and answers what closes it. */
function lock(file: string): () => void {
  const koffi = loadKoffi(KOFFI_MODULE)
  const open = koffi
    .load('kernel32.dll')
    .func('CreateFileW', 'uint64', ['void *', 'uint32', 'uint32', 'void *', 'uint32', 'uint32', 'uint64'])
  const name = Buffer.from(`${file}\0`, 'utf16le')
  // GENERIC_READ, shared with nobody, OPEN_EXISTING
  const handle = BigInt(open(name, 0x80000000, 0, null, 3, 0x80, 0) as number | bigint)
  assert.notEqual(handle, 0xffffffffffffffffn)
  const api = koffiApi(koffi)
  return () => void api.call('CloseHandle', handle)
}

test('a file that another program holds is an error, the old text stays whole, and afterwards it is replaced', () => {
  const file = path.join(folder, 'held.json')
  writeTextFile(file, 'old')
  const release = lock(file)
  assert.throws(() => writeTextFile(file, 'new'), { code: /^(EPERM|EACCES|EBUSY)$/ })
  assert.throws(() => readTextFile(file), { code: /^(EPERM|EACCES|EBUSY)$/ })
  release()
  assert.equal(readTextFile(file), 'old')
  writeTextFile(file, 'new')
  assert.equal(readTextFile(file), 'new')
})

test('a temporary file lies in a folder of its own, and goes with it', () => {
  const file = writeTemporary(os.tmpdir(), '.rdp', 'full address:s:desk\r\n')
  assert.equal(readFileSync(file, 'utf8'), 'full address:s:desk\r\n')
  removeTemporary(file)
  assert.equal(existsSync(path.dirname(file)), false)
  removeTemporary(file)
})

test('the machine’s signed configuration is found in %ProgramData%, and one of another key is refused', () => {
  const programData = path.join(folder, 'ProgramData')
  const env = { ProgramData: programData }
  const file = machineFile(process.platform, env, 'deployment.json')
  assert.equal(file, path.join(programData, 'Fieldwork', 'deployment.json'))
  mkdirSync(path.dirname(file), { recursive: true })
  const keys = newSigningKeys()
  const text = signFile('{"version":1,"remoteDesktopHosts":["*.northgate.example"]}', keys.privateKey)
  const sources = {
    platform: process.platform,
    env,
    userData: folder,
    pinnedKey: keys.publicKey,
    packaged: true,
    readFile: readTextFile,
    report: () => {},
  }
  writeFileSync(file, text)
  assert.deepEqual(findDeployment(sources)().remoteDesktopHosts, ['*.northgate.example'])
  const other = signFile('{"version":1}', newSigningKeys().privateKey)
  writeFileSync(file, other)
  assert.throws(() => findDeployment(sources)(), { name: 'HostFailure' })
})

test('a file that opens for writing is open to people, and a read-only one is not', () => {
  const file = path.join(folder, 'policy.json')
  writeFileSync(file, '{}')
  assert.equal(isOpenToPeople(file), true)
  assert.ok(statSync(file).isFile())
})
