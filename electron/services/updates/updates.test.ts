import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newSigningKeys, signFile } from '../../config/signed-file.ts'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { checkSignature } from './authenticode.ts'
import { FeedSilence } from './feed-silence.ts'
import { feedAddress, isNewerRelease, readRelease, releaseExpiry } from './release.ts'
import { IN_MEETING, NO_UPDATE, type Updater, UpdateService } from './update-service.ts'
import { windowsUpdater } from './windows-updater.ts'

const UPDATE_LOOK_MS = 14_400_000
const FIRST_LOOK_MS = 60_000

const CONTENT = 'installer'
const sha512 = createHash('sha512').update(CONTENT).digest('base64')
const NOW = Date.UTC(2026, 10, 23)
const RELEASE = { version: '1.2.0', sha512, expires: releaseExpiry(NOW) }
const keys = newSigningKeys()
const signed = (release: object, key = keys.privateKey) => signFile(JSON.stringify(release), key)

let folder = ''
let installer = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-update-'))
  installer = path.join(folder, 'Fieldwork Setup 1.2.0.exe')
  writeFileSync(installer, CONTENT)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a release', () => {
  test('is what the pinned key signed, and nothing else', () => {
    expect(readRelease(signed(RELEASE), keys.publicKey, NOW)).toEqual(RELEASE)
    const others = [
      signed(RELEASE, newSigningKeys().privateKey),
      JSON.stringify(RELEASE),
      signed({ ...RELEASE, version: '1.2' }),
      signed({ ...RELEASE, version: '1.2.0-beta' }),
      signed({ ...RELEASE, sha512: 'short' }),
      signed({ version: '1.2.0', expires: RELEASE.expires }),
      signed({ version: '1.2.0', sha512 }),
      signed({ ...RELEASE, expires: 'soon' }),
      '',
    ]
    for (const file of others) expect(() => readRelease(file, keys.publicKey, NOW)).toThrow()
    expect(() => readRelease(signed(RELEASE), '', NOW)).toThrow()
  })

  test.each([
    ['1.2.0', '1.1.9', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '1.99.99', true],
    ['1.2.0', '1.2.0', false],
    ['1.2.0', '1.2.1', false],
    ['1.2.0', '1.2.0-beta', false],
    ['0.9.0', '1.0.0', false],
  ])('%s for a client of %s is newer: %s', (version, running, newer) => {
    expect(isNewerRelease({ version }, running)).toBe(newer)
  })

  test('is good for 90 days after it was signed, and no millisecond longer', () => {
    const end = NOW + 90 * 86_400_000
    expect(RELEASE.expires).toBe('2027-02-21T00:00:00.000Z')
    expect(readRelease(signed(RELEASE), keys.publicKey, end - 1)).toEqual(RELEASE)
    expect(() => readRelease(signed(RELEASE), keys.publicKey, end)).toThrow('1.2.0 has expired')
  })

  test('is a file of the feed’s folder', () => {
    expect(feedAddress('https://u.example/a', 'release.json')).toBe('https://u.example/a/release.json')
    expect(feedAddress('https://u.example/a/', 'release.json')).toBe('https://u.example/a/release.json')
  })
})

describe('the installer’s signature', () => {
  const answering = (status: number, signer: string) => ({
    windows: fakeWindows({
      fileSignature: ({ file }) => ({ status: file === installer ? status : -1, signer }),
    }),
  })
  test('is a valid one of a publisher that is named whole', async () => {
    await checkSignature(
      installer,
      ['Other', 'Northgate Research Ltd'],
      answering(0, 'Northgate Research Ltd'),
    )
  })
  test.each([
    // TRUST_E_NOSIGNATURE and TRUST_E_BAD_DIGEST
    ['none', answering(-2146762496, ''), 'not valid (0x800b0100)'],
    ['a broken one', answering(-2146869232, 'Northgate Research Ltd'), 'not valid (0x80096010)'],
    ['somebody else’s', answering(0, 'Northgate Research Ltd.'), 'somebody else'],
    ['nobody’s', answering(0, ''), 'somebody else'],
    ['what Windows can’t check', { windows: fakeWindows({}) }, 'fileSignature: missing'],
  ])('%s is refused', async (_what, system, reason) => {
    await expect(checkSignature(installer, ['Northgate Research Ltd'], system)).rejects.toThrow(reason)
  })
})

describe('the updater', () => {
  function updater({
    text = signed(RELEASE),
    hashes = [sha512],
    version = '1.2.0',
    status = 0,
    now = NOW,
  } = {}) {
    const source = {
      offered: vi.fn(async () => ({ version, hashes })),
      download: vi.fn(async () => installer),
      install: vi.fn(),
    }
    const fetchText = vi.fn(async () => text)
    const made = windowsUpdater({
      updates: { feed: 'https://updates.example/win', publishers: ['Northgate'] },
      publicKey: keys.publicKey,
      system: { windows: fakeWindows({ fileSignature: () => ({ status, signer: 'Northgate' }) }) },
      fetchText,
      source,
      now: () => now,
    })
    return { made, source, fetchText }
  }

  test('takes the release of the feed and downloads what that names', async () => {
    const { made, source, fetchText } = updater()
    const release = await made.offered()
    expect(fetchText).toHaveBeenCalledWith('https://updates.example/win/release.json', 65536)
    expect(await made.download(release)).toBe(installer)
    await made.check(installer, release)
    made.install()
    expect(source.install).toHaveBeenCalledOnce()
  })

  test('takes no release that has expired', async () => {
    await expect(updater({ now: Date.parse(RELEASE.expires) - 1 }).made.offered()).resolves.toEqual(RELEASE)
    await expect(updater({ now: Date.parse(RELEASE.expires) }).made.offered()).rejects.toThrow('has expired')
  })

  test.each([
    ['another version', { version: '1.3.0' }],
    ['another installer', { hashes: ['x'] }],
  ])('downloads nothing where the feed’s list names %s', async (_what, changes) => {
    const { made, source } = updater(changes)
    await expect(made.download(RELEASE)).rejects.toThrow('another installer')
    expect(source.download).not.toHaveBeenCalled()
  })

  test('refuses a file that is another, and one that isn’t signed', async () => {
    const other = path.join(folder, 'other.exe')
    writeFileSync(other, 'malware')
    await expect(updater().made.check(other, RELEASE)).rejects.toThrow('not the one')
    await expect(updater({ status: 2 }).made.check(installer, RELEASE)).rejects.toThrow('not valid')
  })
})

/** A file in memory. */
function fakeFile(text: string | null) {
  const file = {
    text,
    read: () => file.text,
    write(changed: string) {
      file.text = changed
    },
  }
  return file
}

describe('updates', () => {
  function service(changes: Partial<Updater> = {}, none = false, kept: string | null = null) {
    let inMeeting = false
    const clock = { now: NOW }
    const file = fakeFile(kept)
    const onSilent = vi.fn()
    const scheduler = new FakeScheduler()
    const report = vi.fn()
    const onReady = vi.fn()
    const updater = {
      offered: vi.fn(async () => RELEASE),
      download: vi.fn(async () => installer),
      check: vi.fn(async () => {}),
      install: vi.fn(),
      ...changes,
    }
    const updates = new UpdateService({
      updater: () => (none ? null : updater),
      version: '1.1.0',
      isInMeeting: () => inMeeting,
      onReady,
      silence: new FeedSilence({ file, now: () => clock.now, report }),
      onSilent,
      scheduler,
      report,
    })
    const meet = (value: boolean) => {
      inMeeting = value
    }
    return { updates, updater, scheduler, report, onReady, onSilent, clock, file, meet }
  }

  test('are looked for a minute after the start and each four hours, checked, and told of', async () => {
    const { updates, updater, scheduler, onReady } = service()
    const stop = updates.watch()
    await scheduler.advance(FIRST_LOOK_MS)
    expect(updater.check).toHaveBeenCalledExactlyOnceWith(installer, RELEASE)
    expect(onReady).toHaveBeenCalledExactlyOnceWith('1.2.0')
    await scheduler.advance(UPDATE_LOOK_MS)
    expect(updater.download).toHaveBeenCalledOnce()
    expect(onReady).toHaveBeenCalledTimes(2)
    stop()
    expect(scheduler.pending).toBe(0)
  })

  test('S184 are blocked while a meeting’s window is open', async () => {
    const { updates, updater, meet } = service()
    await updates.look()
    meet(true)
    await expect(updates.install()).rejects.toMatchObject({ code: 'denied', message: IN_MEETING })
    meet(false)
    await updates.install()
    expect(updater.check).toHaveBeenCalledTimes(2)
    expect(updater.install).toHaveBeenCalledOnce()
  })

  test('are not installed where the file was changed after it had come', async () => {
    const check = vi.fn<Updater['check']>().mockResolvedValueOnce().mockRejectedValue(new Error('changed'))
    const { updates, updater } = service({ check })
    await updates.look()
    await expect(updates.install()).rejects.toMatchObject({ code: 'failed', message: NO_UPDATE })
    await expect(updates.install()).rejects.toMatchObject({ code: 'failed' })
    expect(updater.install).not.toHaveBeenCalled()
  })

  test.each<[string, Partial<Updater>]>([
    ['an older release', { offered: async () => ({ ...RELEASE, version: '1.0.9' }) }],
    ['the one that runs', { offered: async () => ({ ...RELEASE, version: '1.1.0' }) }],
    ['a feed that can’t be trusted', { offered: () => Promise.reject(new Error('signature')) }],
    ['a download that isn’t signed', { check: () => Promise.reject(new Error('signature')) }],
  ])('of %s nothing is ready', async (_what, changes) => {
    const { updates, onReady, updater } = service(changes)
    await updates.look()
    expect(onReady).not.toHaveBeenCalled()
    await expect(updates.install()).rejects.toMatchObject({ code: 'failed' })
    expect(updater.install).not.toHaveBeenCalled()
  })

  test('are none where the installation names no feed', async () => {
    const { updates, report } = service({}, true)
    await updates.look()
    expect(report).not.toHaveBeenCalled()
  })

  const DAY_MS = 86_400_000
  const unreachable: Partial<Updater> = { offered: () => Promise.reject(new Error('unreachable')) }

  test('of which none is heard are told from the 14th whole day on, by the clock on the wall', async () => {
    const { updates, clock, onSilent, file } = service(unreachable)
    await updates.look()
    expect(JSON.parse(file.text ?? '')).toEqual({ heardAt: NOW, expires: 0 })
    clock.now = NOW + 14 * DAY_MS - 1
    await updates.look()
    expect(onSilent).not.toHaveBeenCalled()
    clock.now = NOW + 14 * DAY_MS
    await updates.look()
    clock.now = NOW + 16 * DAY_MS - 1
    await updates.look()
    expect(onSilent.mock.calls).toEqual([[14], [15]])
  })

  test('that are heard of end the silence, also where nothing is newer than what runs', async () => {
    const offered = vi.fn(async () => ({ ...RELEASE, version: '1.1.0' }))
    const kept = JSON.stringify({ heardAt: NOW - 40 * DAY_MS, expires: 0 })
    const { updates, onSilent, file } = service({ offered }, false, kept)
    await updates.look()
    expect(onSilent).not.toHaveBeenCalled()
    expect(JSON.parse(file.text ?? '')).toEqual({ heardAt: NOW, expires: Date.parse(RELEASE.expires) })
  })

  test('that were signed before one that was seen end no silence: they are played again', async () => {
    const expires = Date.parse(RELEASE.expires) + 1
    const { updates, onSilent } = service({}, false, JSON.stringify({ heardAt: NOW - 14 * DAY_MS, expires }))
    await updates.look()
    expect(onSilent).toHaveBeenCalledExactlyOnceWith(14)
  })

  test('are counted from now on where the file is damaged, or lies ahead of a clock that was wrong', async () => {
    for (const kept of ['{', '{"heardAt":"x"}', JSON.stringify({ heardAt: NOW + DAY_MS, expires: 5 })]) {
      const { updates, clock, onSilent } = service(unreachable, false, kept)
      await updates.look()
      clock.now += 14 * DAY_MS - 1
      await updates.look()
      expect(onSilent).not.toHaveBeenCalled()
      clock.now += 1
      await updates.look()
      expect(onSilent).toHaveBeenCalledExactlyOnceWith(14)
    }
  })

  test('are missed by nobody where the installation names no feed', async () => {
    const { updates, onSilent } = service({}, true, JSON.stringify({ heardAt: 0, expires: 0 }))
    await updates.look()
    expect(onSilent).not.toHaveBeenCalled()
  })

  test('a file that can’t be written keeps no update away', async () => {
    const { updates, file, onReady, report } = service()
    file.write = () => {
      throw new Error('full')
    }
    await updates.look()
    expect(onReady).toHaveBeenCalledExactlyOnceWith('1.2.0')
    expect(report).toHaveBeenCalledWith('updates.json could not be written', expect.any(Error))
  })
})
