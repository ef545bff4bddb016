import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { answerRequests } from './answering.ts'
import { WindowsFailure } from './failure.ts'
import { fakeApi } from './fake-api.ts'
import { koffiApi, loadKoffi } from './koffi-api.ts'
import { type HelperAnswer, helperAnswer } from './messages.ts'
import { checkedNativeModule, unpacked } from './native-module.ts'
import { type FunctionName, type NativeArgument, WINDOWS_FUNCTIONS, type WindowsApi } from './windows-api.ts'
import { WINDOWS_CALLS, type WindowsCallName } from './windows-calls.ts'

const INPUTS: Readonly<Record<WindowsCallName, object>> = {
  writeCredential: { target: 'T', userName: 'u', password: 'p' },
  readCredential: { target: 'T' },
  removeCredential: { target: 'T' },
  machineID: {},
  proxySetting: {},
  frontProgram: {},
  isRunning: { image: 'a.exe' },
  closePrograms: { images: ['a.exe'] },
  endTree: { id: 1234 },
  wifiSignal: {},
  dialled: {},
  setVpnCredentials: { entry: 'e'.repeat(256), phoneBook: null, userName: 'u', password: 'p', clear: false },
  adapters: {},
  fileSignature: { file: 'C:\\a.exe' },
}
const NAMES = Object.keys(INPUTS) as WindowsCallName[]

function answering(api: WindowsApi) {
  const answers: HelperAnswer[] = []
  return {
    answers,
    answer: answerRequests(
      () => api,
      (one) => void answers.push(one),
    ),
  }
}

describe('the helper', () => {
  test('answers with the value, the failure of Windows, or that it failed', () => {
    const { answers, answer } = answering(fakeApi({ RasEnumConnectionsW: () => 0, CredDeleteW: () => 0 }, 5))
    answer({ id: 1, name: 'dialled', input: {} })
    answer({ id: 2, name: 'removeCredential', input: { target: 'T' } })
    answer({ id: 3, name: 'removeCredential', input: { target: 'T\0planted' } })
    answer({ id: 4, name: 'removeCredential', input: { planted: 1 } })
    expect(answers).toEqual([
      { id: 1, value: [] },
      { id: 2, failure: { call: 'CredDeleteW', reason: 'denied', code: 5 } },
      { id: 3, failure: { call: 'removeCredential', reason: 'failed', code: null } },
      { id: 4, failure: { call: 'removeCredential', reason: 'failed', code: null } },
    ])
  })

  test('passes over what isn’t a request', () => {
    const { answers, answer } = answering(fakeApi({}))
    for (const wrong of [
      null,
      1,
      'x',
      {},
      { id: 1 },
      { id: 'x', name: 'dialled' },
      { id: 1, name: 'constructor' },
    ]) {
      answer(wrong)
    }
    expect(answers).toEqual([])
  })

  test('says of every call that it is missing where the module can’t be loaded', () => {
    const answers: HelperAnswer[] = []
    const answer = answerRequests(
      () => koffiApi(loadKoffi(checkedNativeModule('/no/such/koffi.node'))),
      (one) => void answers.push(one),
    )
    for (const [id, name] of NAMES.entries()) answer({ id, name, input: INPUTS[name] })
    expect(answers).toEqual(
      NAMES.map((_, id) => ({ id, failure: { call: 'koffi', reason: 'missing', code: null } })),
    )
  })

  test.each(NAMES)(
    '%s: whichever function is missing or fails by any number, it has a typed answer',
    (name) => {
      const codes = [2, 5, 6, 8, 14, 50, 87, 111, 120, 122, 234, 603, 632, 998, 1062, 1168, 5023, 2 ** 31 - 1]
      const { output } = WINDOWS_CALLS[name] as { output: z.ZodMiniType }
      for (const broken of WINDOWS_FUNCTIONS.keys()) {
        for (const code of [null, ...codes, 2 ** 32 - 1]) {
          const call = (one: FunctionName): bigint => {
            if (one === broken && code === null) throw new WindowsFailure(one, 'missing')
            const { result } = WINDOWS_FUNCTIONS.get(one) ?? {}
            if (one === broken || one === 'GetLastError') return result === 'bool' ? 0n : BigInt(code ?? 0)
            // Lists have one entry.
            return result === 'bool' && one !== 'Process32NextW' ? 1n : 0n
          }
          const read = (_address: bigint, bytes: number) => Buffer.alloc(bytes)
          const api: WindowsApi = { call, wait: async (one) => call(one), addressOf: () => 8n, read }
          const { answers, answer } = answering(api)
          answer({ id: 1, name, input: INPUTS[name] })
          expect(answers, `${broken} ${code}`).toHaveLength(1)
          const [given] = answers
          expect(z.safeParse(helperAnswer, given).success, JSON.stringify(given)).toBe(true)
          if (given && 'value' in given) expect(z.safeParse(output, given.value).success, broken).toBe(true)
        }
      }
    },
  )

  test('tells of changed addresses in bunches', async () => {
    vi.useFakeTimers()
    try {
      let waits = 0
      const { answers, answer } = answering(
        fakeApi({
          CreateEventW: () => 1n,
          NotifyAddrChange: () => 997,
          WaitForSingleObject: () => (waits++ < 5 ? 0 : 0xffffffff),
        }),
      )
      answer({ id: 1, name: 'watchAddresses', input: {} })
      await vi.advanceTimersByTimeAsync(500)
      expect(answers).toEqual([
        { id: 1, failure: { call: 'WaitForSingleObject', reason: 'failed', code: null } },
        { event: 'addressesChanged' },
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test('whatever Windows answers, each request has one answer that fits, and nothing is closed twice', () => {
    let seed = 23
    // A small generator of its own, so that a failure comes again.
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return seed % below
    }
    const pick = <Value>(list: readonly Value[]) => list[random(list.length)] as Value
    const NUMBERS = [
      0n,
      0n,
      0n,
      1n,
      1n,
      2n,
      5n,
      18n,
      87n,
      111n,
      234n,
      603n,
      1062n,
      1168n,
      0xffffffffn,
      1n << 63n,
    ]
    const GIVES = new Set<FunctionName>(['CreateToolhelp32Snapshot', 'OpenProcess', 'WlanOpenHandle'])
    const TAKES = new Set<FunctionName>(['CloseHandle', 'WlanCloseHandle'])
    let [open, closed, reads] = [0, 0, 0]
    const call = (name: FunctionName, ...args: NativeArgument[]): bigint => {
      if (random(40) === 0 && !TAKES.has(name)) throw new WindowsFailure(name, 'missing')
      for (const argument of args) {
        if (!Buffer.isBuffer(argument) || random(2) === 0) continue
        for (let at = 0; at < Math.min(argument.length, 64); at++)
          argument[at] = random(3) === 0 ? random(256) : 0
      }
      if (TAKES.has(name)) closed += 1
      const isWide = WINDOWS_FUNCTIONS.get(name)?.result === 'address'
      const answer = BigInt.asUintN(isWide ? 64 : 32, pick(NUMBERS))
      const opens = name === 'WlanOpenHandle' ? answer === 0n : answer !== 0n
      if (GIVES.has(name) && opens) open += 1
      return answer
    }
    const api: WindowsApi = {
      call,
      wait: async (name, ...args) => call(name, ...args),
      addressOf: () => BigInt(random(1_000_000)) * 8n,
      read(_address, bytes) {
        reads = Math.max(reads, bytes)
        const read = Buffer.alloc(Math.min(bytes, 1 << 20))
        for (let at = 0; at < Math.min(bytes, 64); at++) read[at] = random(3) === 0 ? random(256) : 0
        return read
      },
    }
    const { answers, answer } = answering(api)
    for (let id = 0; id < 6_500; id++) {
      const name = NAMES[id % NAMES.length] as WindowsCallName
      ;[open, closed] = [0, 0]
      answer({ id, name, input: INPUTS[name] })
      // An invalid handle isn't closed; whatever is open is closed no more often than it was opened.
      expect(closed, name).toBeLessThanOrEqual(open)
      const last = answers.at(-1)
      expect(z.safeParse(helperAnswer, last).success, JSON.stringify(last)).toBe(true)
      expect(last).toMatchObject({ id })
      if (last && 'value' in last) {
        const { output } = WINDOWS_CALLS[name] as { output: z.ZodMiniType }
        expect(z.safeParse(output, last.value).success, `${name} ${JSON.stringify(last)}`).toBe(true)
      }
    }
    expect(answers).toHaveLength(6_500)
    expect(reads).toBeLessThanOrEqual(64 * 532)
  })
})

test('the module lies unpacked beside the archive, and only the one that is meant is loaded', () => {
  expect(unpacked('C:\\F\\resources\\app.asar\\dist\\electron\\koffi.node')).toBe(
    'C:\\F\\resources\\app.asar.unpacked\\dist\\electron\\koffi.node',
  )
  expect(unpacked('/checkout/dist/electron/koffi.node')).toBe('/checkout/dist/electron/koffi.node')
  expect(() => checkedNativeModule(import.meta.filename)).toThrow('koffi: missing')
})
