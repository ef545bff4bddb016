import { describe, expect, test } from 'vitest'
import { readCredential, removeCredential, writeCredential } from './calls/credentials.ts'
import { adapters, dialled, setVpnCredentials, watchAddresses, wifiSignal } from './calls/networks.ts'
import { closePrograms, frontProgram, isRunning } from './calls/programs.ts'
import { machineID, proxySetting } from './calls/registry.ts'
import { fileSignature } from './calls/signature.ts'
import { WindowsFailure } from './failure.ts'
import { type FakeApi, fakeApi, utf16 } from './fake-api.ts'
import { textAt } from './memory.ts'
import { ADAPTER, CREDENTIAL, PROCESS_ENTRY, RAS_CONNECTION, TRUST, WLAN_INTERFACES } from './structures.ts'

/** Error numbers that functions answer, and some that nobody has heard of. */
const CODES = [2, 5, 6, 8, 87, 120, 122, 632, 1004, 1062, 1168, 0x7fffffff, 0xffffffff]

describe('credentials', () => {
  function store() {
    const kept = new Map<string, Buffer>()
    const lent: Buffer[] = []
    const api: FakeApi = fakeApi(
      {
        CredWriteW(credential: Buffer) {
          lent.push(credential)
          const target = textAt(api, credential.readBigUInt64LE(CREDENTIAL.targetName))
          kept.set(target, Buffer.from(credential))
          for (const [field, length] of [
            [CREDENTIAL.userName, 0],
            [CREDENTIAL.blob, credential.readUInt32LE(CREDENTIAL.blobSize)],
          ] as const) {
            const address = credential.readBigUInt64LE(field)
            const text = length > 0 ? api.read(address, length) : utf16(textAt(api, address))
            kept.get(target)?.writeBigUInt64LE(api.place(text), field)
          }
          return 1
        },
        CredReadW(target: Buffer, _type: number, _flags: number, found: Buffer) {
          const credential = kept.get(target.toString('utf16le').replace(/\0.*$/s, ''))
          if (credential) found.writeBigUInt64LE(api.place(credential))
          return credential !== undefined
        },
        CredDeleteW: (target: Buffer) => kept.delete(target.toString('utf16le').replace(/\0.*$/s, '')),
        CredFree: () => 0,
      },
      1168,
    )
    return { api, lent }
  }

  test.each([
    ['usual', 'jamie', 'secret'],
    ['with umlauts and a smile', 'jämie', 'pässwörd€ 🙂'],
    ['empty', 'jamie', ''],
    ['of 2,560 bytes', 'jamie', 'x'.repeat(1280)],
  ])(
    '%s are read as they were written, and wiped from the memory that was lent',
    (_what, userName, password) => {
      const { api, lent } = store()
      expect(writeCredential(api, { target: 'T ü', userName, password })).toBeNull()
      expect(readCredential(api, { target: 'T ü' })).toEqual({ userName, password })
      expect(api.called.filter((name) => name === 'CredFree')).toHaveLength(1)
      expect(lent[0]?.every((byte) => byte === 0)).toBe(true)
      expect(removeCredential(api, { target: 'T ü' })).toBeNull()
      expect(readCredential(api, { target: 'T ü' })).toBeNull()
      // Once more does no harm.
      expect(removeCredential(api, { target: 'T ü' })).toBeNull()
    },
  )

  test('of 2,562 bytes, and a name with a NUL, never reach Windows', () => {
    const { api } = store()
    const long = { target: 'T', userName: 'u', password: 'x'.repeat(1281) }
    expect(() => writeCredential(api, long)).toThrow(WindowsFailure)
    expect(() => writeCredential(api, { target: 'T\0U', userName: 'u', password: 'x' })).toThrow()
    expect(api.called).toEqual([])
  })

  test('of a length that can’t be are not read, and given back', () => {
    const { api } = store()
    writeCredential(api, { target: 'T', userName: 'u', password: 'x' })
    const found = Buffer.alloc(CREDENTIAL.bytes)
    found.writeUInt32LE(0xffffffff, CREDENTIAL.blobSize)
    const broken = fakeApi({
      CredReadW(_target: Buffer, _type: number, _flags: number, out: Buffer) {
        out.writeBigUInt64LE(broken.place(found))
        return 1
      },
      CredFree: () => 0,
    })
    expect(() => readCredential(broken, { target: 'T' })).toThrow(WindowsFailure)
    expect(broken.called.at(-1)).toBe('CredFree')
  })

  test.each(CODES.filter((code) => code !== 1168))('that fail with %i fail with that number', (code) => {
    const api = fakeApi({ CredWriteW: () => 0, CredReadW: () => 0, CredDeleteW: () => 0 }, code)
    const secret = { target: 'T', userName: 'planted', password: 'planted' }
    for (const attempt of [
      () => writeCredential(api, secret),
      () => readCredential(api, secret),
      () => removeCredential(api, secret),
    ]) {
      const failure = caught(attempt)
      expect(failure).toMatchObject({ name: 'WindowsFailure', code })
      expect(failure.message).not.toContain('planted')
    }
  })
})

function caught(attempt: () => unknown): WindowsFailure {
  try {
    attempt()
  } catch (error) {
    if (error instanceof WindowsFailure) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('the registry', () => {
  const GUID = '6f1c2b9a-0d3e-4a57-9b84-52e7c1d0f3aa'
  const registry = (values: Readonly<Record<string, Buffer | number>>): FakeApi =>
    fakeApi({
      RegGetValueW(
        _root: bigint,
        _key: Buffer,
        name: Buffer,
        _kind: number,
        _type: null,
        into: Buffer,
        length: Buffer,
      ) {
        const value = values[name.toString('utf16le').replace(/\0.*$/s, '')]
        if (value === undefined) return 2
        if (typeof value === 'number') return value
        length.writeUInt32LE(value.length)
        if (value.length > into.length) return 234
        value.copy(into)
        return 0
      },
    })

  test('has the machine’s id; one that is missing or is none is a failure', () => {
    expect(machineID(registry({ MachineGuid: utf16(GUID) }))).toBe(GUID)
    for (const wrong of [utf16(''), utf16(`${GUID}0`), Buffer.from([1]), 5, 120]) {
      expect(caught(() => machineID(registry({ MachineGuid: wrong })))).toBeInstanceOf(WindowsFailure)
    }
    expect(caught(() => machineID(registry({})))).toMatchObject({ reason: 'failed' })
    expect(caught(() => machineID(fakeApi({})))).toMatchObject({ reason: 'missing' })
  })

  test('S318 has the proxy where it is switched on, else a script, else none', () => {
    const on = Buffer.from([1, 0, 0, 0])
    const off = Buffer.alloc(4)
    const server = utf16('10.1.2.3:8080')
    const script = utf16('http://wpad.example/proxy.pac')
    expect(proxySetting(registry({ ProxyEnable: on, ProxyServer: server }))).toBe('10.1.2.3:8080')
    expect(proxySetting(registry({ ProxyEnable: off, ProxyServer: server }))).toBeNull()
    expect(proxySetting(registry({ ProxyEnable: off, ProxyServer: server, AutoConfigURL: script }))).toBe(
      'http://wpad.example/proxy.pac',
    )
    expect(proxySetting(registry({}))).toBeNull()
    expect(proxySetting(registry({ ProxyEnable: on, ProxyServer: utf16('p'.repeat(5_000)) }))).toHaveLength(
      5_000,
    )
  })

  test('whose value grows while it is read, or is said to have no end, is a failure and no loop', () => {
    for (const size of [4096, 0xffffffff]) {
      const endless = fakeApi({
        RegGetValueW(...args: unknown[]) {
          const length = args[6] as Buffer
          length.writeUInt32LE(size)
          return 234
        },
      })
      expect(caught(() => machineID(endless))).toMatchObject({ code: 234 })
    }
  })
})

describe('S202 wifi', () => {
  /** One interface for each state and signal. */
  function wlan(
    interfaces: readonly { state: number; answer: number | { code: number } }[],
    count = interfaces.length,
  ) {
    const list = Buffer.alloc(WLAN_INTERFACES.headBytes + interfaces.length * WLAN_INTERFACES.itemBytes)
    list.writeUInt32LE(count)
    for (const [place, { state }] of interfaces.entries()) {
      const at = WLAN_INTERFACES.headBytes + place * WLAN_INTERFACES.itemBytes
      list[at] = place
      list.writeUInt32LE(state, at + WLAN_INTERFACES.state)
    }
    const freed: bigint[] = []
    const api: FakeApi = fakeApi({
      WlanOpenHandle(_version: number, _reserved: null, _got: Buffer, handle: Buffer) {
        handle.writeBigUInt64LE(77n)
        return 0
      },
      WlanEnumInterfaces(_handle: bigint, _reserved: null, found: Buffer) {
        found.writeBigUInt64LE(api.place(list))
        return 0
      },
      WlanQueryInterface(
        _handle: bigint,
        id: Buffer,
        _code: number,
        _reserved: null,
        length: Buffer,
        found: Buffer,
      ) {
        const answer = interfaces[id[0] ?? 0]?.answer ?? 0
        if (typeof answer !== 'number') return answer.code
        const attributes = Buffer.alloc(604)
        attributes.writeUInt32LE(answer, 576)
        length.writeUInt32LE(attributes.length)
        found.writeBigUInt64LE(api.place(attributes))
        return 0
      },
      WlanFreeMemory(address: bigint) {
        freed.push(address)
        return 0
      },
      WlanCloseHandle: () => 0,
    })
    return { api, freed }
  }

  test.each([
    [
      'the strongest of those that are connected',
      [
        { state: 1, answer: 40 },
        { state: 1, answer: 87 },
        { state: 4, answer: 99 },
      ],
      87,
    ],
    ['none without an adapter', [], null],
    ['none where none is connected', [{ state: 4, answer: 50 }], null],
    ['none where it was taken out meanwhile', [{ state: 1, answer: { code: 1168 } }], null],
    ['100 at most', [{ state: 1, answer: 4_000 }], 100],
  ])('is %s', (_what, interfaces, signal) => {
    const { api, freed } = wlan(interfaces)
    expect(wifiSignal(api)).toBe(signal)
    expect(api.called.filter((name) => name === 'WlanCloseHandle')).toHaveLength(1)
    expect(new Set(freed).size).toBe(freed.length)
  })

  test('S201 without the permission is denied, without the service not running, and the handle is closed', () => {
    const { api } = wlan([{ state: 1, answer: { code: 5 } }])
    expect(caught(() => wifiSignal(api))).toMatchObject({ reason: 'denied', code: 5 })
    expect(api.called.at(-1)).toBe('WlanCloseHandle')
    expect(caught(() => wifiSignal(fakeApi({ WlanOpenHandle: () => 1062 })))).toMatchObject({
      reason: 'notRunning',
    })
    expect(caught(() => wifiSignal(fakeApi({})))).toMatchObject({ reason: 'missing' })
  })

  test('with more interfaces than there can be is a failure, and nothing is read past its end', () => {
    const { api, freed } = wlan([{ state: 1, answer: 40 }], 0xffffffff)
    expect(caught(() => wifiSignal(api))).toMatchObject({ reason: 'failed' })
    expect(freed).toHaveLength(1)
  })
})

describe('S136 the phone book', () => {
  function ras(
    connections: readonly { entry: string; state?: number; ms?: number }[],
    count = connections.length,
  ) {
    const api: FakeApi = fakeApi({
      RasEnumConnectionsW(list: Buffer, _length: Buffer, many: Buffer) {
        expect(list.readUInt32LE()).toBe(RAS_CONNECTION.bytes)
        many.writeUInt32LE(count)
        if (connections.length * RAS_CONNECTION.bytes > list.length) return 603
        for (const [place, { entry }] of connections.entries()) {
          const at = place * RAS_CONNECTION.bytes
          list.writeBigUInt64LE(BigInt(place + 1), at + RAS_CONNECTION.handle)
          list.write(entry, at + RAS_CONNECTION.entryName, 'utf16le')
        }
        return 0
      },
      RasGetConnectStatusW(handle: bigint, status: Buffer) {
        status.writeUInt32LE(connections[Number(handle) - 1]?.state ?? 0x2000, 4)
        return 0
      },
      RasGetConnectionStatistics(handle: bigint, statistics: Buffer) {
        statistics.writeUInt32LE(connections[Number(handle) - 1]?.ms ?? 0, 56)
        return 0
      },
    })
    return api
  }

  test('tells what is up and for how long, with names of 256 characters, and nothing that still dials', () => {
    const long = 'ä'.repeat(256)
    expect(
      dialled(ras([{ entry: 'Office VPN', ms: 61_000 }, { entry: 'Dialling', state: 1 }, { entry: long }])),
    ).toEqual([
      { entry: 'Office VPN', connectedMs: 61_000 },
      { entry: long, connectedMs: 0 },
    ])
    expect(dialled(ras([]))).toEqual([])
  })

  test('with more connections than expected is read with more room; with too many it fails', () => {
    expect(dialled(ras(Array.from({ length: 40 }, (_, place) => ({ entry: `${place}` }))))).toHaveLength(40)
    expect(caught(() => dialled(ras([], 0xffffffff)))).toMatchObject({ reason: 'failed' })
    expect(caught(() => dialled(fakeApi({ RasEnumConnectionsW: () => 603 })))).toMatchObject({ code: 603 })
  })

  test.each(CODES)('that fails with %i fails with that number', (code) => {
    expect(caught(() => dialled(fakeApi({ RasEnumConnectionsW: () => code })))).toMatchObject({ code })
  })

  const GIVEN = { entry: 'Office VPN', phoneBook: null, userName: 'jämie', password: 'sécret', clear: false }

  test('is given credentials whole, and never half', () => {
    const seen: {
      book: unknown
      entry: string
      user: string
      password: string
      clear: unknown
      lent: Buffer
    }[] = []
    const api = fakeApi({
      RasSetCredentialsW(book: Buffer | null, entry: Buffer, credentials: Buffer, clear: boolean) {
        expect([credentials.readUInt32LE(), credentials.readUInt32LE(4)]).toEqual([1068, 7])
        const text = (at: number) => credentials.toString('utf16le', at, at + 514).replace(/\0.*$/s, '')
        seen.push({
          book: book?.toString('utf16le'),
          entry: entry.toString('utf16le').replace(/\0.*$/s, ''),
          user: text(8),
          password: text(522),
          clear,
          lent: credentials,
        })
        return 0
      },
    })
    const long = { ...GIVEN, userName: 'u'.repeat(256), password: 'p'.repeat(256), phoneBook: 'C:\\b.pbk' }
    setVpnCredentials(api, GIVEN)
    setVpnCredentials(api, long)
    setVpnCredentials(api, { ...GIVEN, entry: 'e'.repeat(256), userName: '', password: '', clear: true })
    expect(seen).toMatchObject([
      { book: undefined, entry: 'Office VPN', user: 'jämie', password: 'sécret', clear: false },
      { book: 'C:\\b.pbk\0', user: long.userName, password: long.password },
      { entry: 'e'.repeat(256), user: '', password: '', clear: true },
    ])
    expect(seen.every(({ lent }) => lent.every((byte) => byte === 0))).toBe(true)
    for (const more of [{ userName: 'u'.repeat(257) }, { password: 'p'.repeat(257) }]) {
      expect(caught(() => setVpnCredentials(api, { ...GIVEN, ...more }))).toMatchObject({ reason: 'failed' })
    }
    expect(seen).toHaveLength(3)
  })
})

describe('S318 adapters', () => {
  function network(
    adaptersUp: readonly { name: string; description: string; status: number }[],
    next = (place: number, start: bigint) => start + BigInt((place + 1) * 112),
  ) {
    const api: FakeApi = fakeApi({
      GetAdaptersAddresses(_family: number, _flags: number, _reserved: null, list: Buffer, length: Buffer) {
        if (adaptersUp.length === 0) return 232
        const start = api.addressOf(list)
        const needed = adaptersUp.length * 112
        length.writeUInt32LE(needed)
        if (needed > list.length) return 111
        for (const [place, { name, description, status }] of adaptersUp.entries()) {
          const at = place * 112
          list.writeBigUInt64LE(place === adaptersUp.length - 1 ? 0n : next(place, start), at + ADAPTER.next)
          list.writeBigUInt64LE(api.place(utf16(name)), at + ADAPTER.friendlyName)
          list.writeBigUInt64LE(api.place(utf16(description)), at + ADAPTER.description)
          list.writeUInt32LE(status, at + ADAPTER.status)
        }
        return 0
      },
    })
    return api
  }
  const UP = { name: 'LAN-Verbindung 2', description: 'TAP-Windows Adapter V9', status: 1 }

  test('are those that are up; none is none, and many get more room', () => {
    expect(adapters(network([UP, { ...UP, name: 'off', status: 2 }]))).toEqual([
      { name: UP.name, description: UP.description },
    ])
    expect(adapters(network([]))).toEqual([])
    expect(adapters(network(Array.from({ length: 400 }, () => UP)))).toHaveLength(400)
  })

  test('that point elsewhere, back to themselves or need too much room are a failure', () => {
    const elsewhere = [() => 8n, () => 1n << 60n, (_place: number, start: bigint) => start]
    for (const next of elsewhere) {
      expect(caught(() => adapters(network([UP, UP], next)))).toMatchObject({ reason: 'failed' })
    }
    expect(caught(() => adapters(network(Array.from({ length: 20_000 }, () => UP))))).toMatchObject({
      code: 111,
    })
  })

  test('whose changes Windows can’t tell are a failure, and each change is told', async () => {
    await expect(watchAddresses(fakeApi({}), () => {})).rejects.toMatchObject({ reason: 'missing' })
    let waits = 0
    let told = 0
    const api = fakeApi({
      CreateEventW: () => 9n,
      NotifyAddrChange: () => 997,
      WaitForSingleObject: () => (waits++ < 3 ? 0 : 0xffffffff),
    })
    const watching = watchAddresses(api, () => {
      told += 1
    })
    await expect(watching).rejects.toMatchObject({ call: 'WaitForSingleObject' })
    expect(told).toBe(3)
  })
})

describe('programs', () => {
  const FILE = 'C:\\Program Files\\Büro\\EXCEL.EXE'
  const NAMES = [
    [7, 'Game.exe'],
    [8, 'GAME.EXE'],
    [9, 'other.exe'],
  ] as const
  /** Windows with a front, processes and windows: `[handle, process, visible, owner]`. */
  function desktop(windows: readonly (readonly [bigint, number, boolean, bigint])[] = []) {
    let place = 0
    const open = new Set<bigint>()
    const closed: bigint[] = []
    const posted: bigint[] = []
    const versions: Readonly<Record<string, Buffer>> = {
      '\\VarFileInfo\\Translation': Buffer.from([0x07, 0x04, 0xb0, 0x04]),
      '\\StringFileInfo\\040704b0\\FileDescription': utf16('Microsoft Excel '),
    }
    const window = (handle: bigint) => windows.find(([one]) => one === handle)
    const entry = (list: Buffer) => {
      const found = NAMES[place++]
      if (!found) return 0
      list.writeUInt32LE(found[0], PROCESS_ENTRY.id)
      list.fill(0, PROCESS_ENTRY.image)
      list.write(found[1], PROCESS_ENTRY.image, 'utf16le')
      return 1
    }
    const handle = () => {
      const one = BigInt(100 + open.size)
      open.add(one)
      return one
    }
    const api: FakeApi = fakeApi(
      {
        GetForegroundWindow: () => windows[0]?.[0] ?? 0n,
        GetWindowThreadProcessId(one: bigint, id: Buffer) {
          id.writeUInt32LE(window(one)?.[1] ?? 0)
          return 1
        },
        OpenProcess: (_rights: number, _inherit: boolean, id: number) => (id === 9 ? 0n : handle()),
        QueryFullProcessImageNameW(_handle: bigint, _flags: number, path: Buffer, units: Buffer) {
          path.write(FILE, 'utf16le')
          units.writeUInt32LE(FILE.length)
          return 1
        },
        CloseHandle(one: bigint) {
          closed.push(one)
          return 1
        },
        GetFileVersionInfoSizeW: () => 64,
        GetFileVersionInfoW: () => 1,
        VerQueryValueW(info: Buffer, block: Buffer, found: Buffer) {
          const value = versions[block.toString('utf16le').replace(/\0.*$/s, '')]
          if (!value) return 0
          value.copy(info)
          found.writeBigUInt64LE(api.addressOf(info))
          return 1
        },
        CreateToolhelp32Snapshot() {
          place = 0
          return handle()
        },
        Process32FirstW: (_snapshot: bigint, list: Buffer) => entry(list),
        Process32NextW: (_snapshot: bigint, list: Buffer) => entry(list),
        FindWindowExW: (_parent: bigint, after: bigint) =>
          windows[windows.findIndex(([one]) => one === after) + 1]?.[0] ?? 0n,
        IsWindowVisible: (one: bigint) => window(one)?.[2] ?? false,
        GetWindow: (one: bigint) => window(one)?.[3] ?? 0n,
        PostMessageW(one: bigint, message: number) {
          expect(message).toBe(0x10)
          posted.push(one)
          return 1
        },
      },
      18,
    )
    return { api, open, closed, posted }
  }

  test('S177 the one in front is named by its file and its own description, and every handle is closed once', () => {
    const at = desktop([[1n, 7, true, 0n]])
    expect(frontProgram(at.api)).toEqual({ program: 'EXCEL', name: 'Microsoft Excel' })
    expect(at.closed).toEqual([...at.open])
    // No window, and one of higher rights.
    expect(frontProgram(desktop().api)).toBeNull()
    expect(frontProgram(desktop([[1n, 9, true, 0n]]).api)).toBeNull()
  })

  test('S177 a description outside of what was read, or none, is empty', () => {
    const { api } = desktop([[1n, 7, true, 0n]])
    const lying: FakeApi = {
      ...api,
      call(name, ...args) {
        const answer = api.call(name, ...args)
        if (name === 'VerQueryValueW') (args[2] as Buffer).writeBigUInt64LE(1n << 60n)
        return answer
      },
    }
    expect(frontProgram(lying)).toEqual({ program: 'EXCEL', name: '' })
  })

  test('are found by their names in any case', () => {
    const { api, open, closed } = desktop()
    expect(isRunning(api, { image: 'gAmE.exe' })).toBe(true)
    expect(isRunning(api, { image: 'ame.exe' })).toBe(false)
    expect(closed).toHaveLength(open.size)
  })

  test('W246 are asked to close by the windows that a person sees; processes are counted, once each', () => {
    const { api, posted } = desktop([
      [1n, 7, true, 0n],
      [2n, 7, true, 0n],
      [3n, 8, false, 0n],
      [4n, 8, true, 1n],
      [5n, 9, true, 0n],
    ])
    expect(closePrograms(api, { images: ['game.exe', 'none.exe'] })).toBe(1)
    expect(posted).toEqual([1n, 2n])
    expect(closePrograms(api, { images: [] })).toBe(0)
  })

  test('a list that Windows refuses is a failure', () => {
    for (const handle of [0n, 0xffffffffffffffffn]) {
      const api = fakeApi({ CreateToolhelp32Snapshot: () => handle }, 8)
      expect(caught(() => isRunning(api, { image: 'a' }))).toMatchObject({ code: 8 })
    }
  })
})

describe('signatures', () => {
  function trust(status: number, { chain = true, name = 'Northgate Research Ltd' } = {}) {
    const actions: number[] = []
    const api: FakeApi = fakeApi({
      WinVerifyTrust(_window: bigint, action: Buffer, data: Buffer) {
        expect(action.toString('hex')).toBe('6bc5aa0044cdd0118cc200c04fc295ee')
        const file = api.read(data.readBigUInt64LE(TRUST.file), 32)
        expect(textAt(api, file.readBigUInt64LE(8))).toBe('C:\\Ünï.exe')
        actions.push(data.readUInt32LE(TRUST.action))
        data.writeBigUInt64LE(5n, TRUST.state)
        return status
      },
      WTHelperProvDataFromStateData: () => 6n,
      WTHelperGetProvSignerFromChain: () => (chain ? 7n : 0n),
      WTHelperGetProvCertFromChain() {
        const entry = Buffer.alloc(16)
        entry.writeBigUInt64LE(8n, 8)
        return api.place(entry)
      },
      CertGetNameStringW(...args: unknown[]) {
        const into = args[4] as Buffer
        into.write(`${name}\0`, 'utf16le')
        return name.length + 1
      },
    })
    return { api, actions }
  }
  const FILE = { file: 'C:\\Ünï.exe' }

  test('are valid by Windows’ word, with whose they are, and what Windows keeps is given back', () => {
    const { api, actions } = trust(0)
    expect(fileSignature(api, FILE)).toEqual({ status: 0, signer: 'Northgate Research Ltd' })
    expect(actions).toEqual([1, 2])
  })

  test('that aren’t valid name nobody', () => {
    const { api, actions } = trust(-2146762496)
    expect(fileSignature(api, FILE)).toEqual({ status: -2146762496, signer: '' })
    expect(actions).toEqual([1, 2])
  })

  test('of nobody are a failure, and given back', () => {
    for (const wrong of [{ chain: false }, { name: '' }]) {
      const { api, actions } = trust(0, wrong)
      expect(caught(() => fileSignature(api, FILE))).toMatchObject({ reason: 'failed' })
      expect(actions).toEqual([1, 2])
    }
  })
})
