import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addVaultEntry,
  changeVaultEntry,
  deleteVaultEntry,
  myVaultKeys,
  noteVaultUse,
  saveVaultKeys,
  startVaultAgain,
  type VaultEntry,
  type VaultKeys,
  type VaultPlace,
  vaultPlaces,
  vaultUses,
  viewVault,
  viewVaultPlace,
} from '#shared/contract/vault.ts'
import { createDesktop } from '../../services/desktop/desktop.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { SECRET_MS } from '../../services/page/secret-clipboard.ts'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { type Bytes, sha256, toBase64, utf8 } from './crypto/bytes.ts'
import { VaultDialog, VaultScreen } from './VaultPlaces.tsx'

const VAULT_IDLE_MS = 300_000

const PASSPHRASE = 'seven green bottles'
const ADMIN = { label: 'CRM admin', username: 'ann.lee', password: 'pässwörd€' }
const AT = '2026-11-20T09:30:00.000Z'

/** Does what the worker does, at a cost that keeps tests quick. */
class QuickWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  postMessage({ passphrase, salt }: { passphrase: string; salt: Bytes }) {
    void sha256(utf8(`${passphrase} ${toBase64(salt)}`)).then((key) => this.onmessage?.({ data: { key } }))
  }
  terminate() {}
}

let copied: string[]
beforeEach(() => {
  copied = []
  vi.stubGlobal('Worker', QuickWorker)
})
afterEach(() => vi.unstubAllGlobals())

/** A server that keeps a vault as the real one does; `tamper` changes what it answers. */
function vaultServer(timers = manualTimers(), desktop = createDesktop({})) {
  const server = fakeLive({ timers, desktop })
  const { services } = server
  services.session.signIn(testToken(['CAN_USE_VAULT']))
  const userID = services.session.store.getState().user?.id ?? 0
  const held: { keys: VaultKeys | null; entries: VaultEntry[]; deleted: VaultPlace['deleted'] } = {
    keys: null,
    entries: [],
    deleted: [],
  }
  const tamper: {
    keys: (keys: VaultKeys | null) => VaultKeys | null
    entries: (entries: VaultEntry[]) => VaultEntry[]
  } = { keys: (keys) => keys, entries: (entries) => entries }
  const entryOf = ({
    entryID,
    version,
    label,
    ciphertext,
    manifest,
    signature,
    keys: [key],
  }: SentEntry): VaultEntry => {
    const { encryptionKey, signingKey } = held.keys ?? { encryptionKey: '', signingKey: '' }
    if (!key) throw new Error('for nobody')
    const who = { userID, userName: 'Ann Lee' }
    const writer = { ...who, encryptionKey, signingKey }
    return {
      ...who,
      entryID,
      version,
      label,
      ciphertext,
      manifest,
      signature,
      key,
      writer,
      entryTime: AT,
      changedTime: AT,
    }
  }
  const done = { done: true }
  server.answer(myVaultKeys, () => ({ keys: tamper.keys(held.keys) }))
  server.answer(saveVaultKeys, ({ keys }: { keys: VaultKeys }) => {
    held.keys = keys
    return done
  })
  server.answer(startVaultAgain, () => {
    Object.assign(held, { keys: null, entries: [], deleted: [] })
    return done
  })
  server.answer(viewVault, () => tamper.entries(held.entries))
  const own = () => ({
    userID,
    userName: 'Ann Lee',
    encryptionKey: held.keys?.encryptionKey ?? null,
    signingKey: held.keys?.signingKey ?? null,
  })
  server.answer(viewVaultPlace, () => ({ name: '', people: [own()], waiting: 0, deleted: held.deleted }))
  server.answer(vaultPlaces, () => [])
  server.answer(addVaultEntry, (entry: SentEntry) => {
    held.entries.push(entryOf(entry))
    return done
  })
  server.answer(changeVaultEntry, (entry: SentEntry) => {
    held.entries = held.entries.map((one) => (one.entryID === entry.entryID ? entryOf(entry) : one))
    return done
  })
  server.answer(deleteVaultEntry, (gone: Pick<VaultEntry, 'entryID' | 'version' | 'signature'>) => {
    held.entries = held.entries.filter((one) => one.entryID !== gone.entryID)
    const { encryptionKey, signingKey } = held.keys ?? { encryptionKey: '', signingKey: '' }
    held.deleted = [
      ...held.deleted,
      { ...gone, signer: { userID, userName: 'Ann Lee', encryptionKey, signingKey } },
    ]
    return done
  })
  server.answer(noteVaultUse, () => done)
  server.answer(vaultUses, () => [{ userID, userName: 'Ann Lee', use: 'ADDED', at: AT }])
  return { ...server, held, tamper, timers }
}
interface SentEntry
  extends Pick<VaultEntry, 'entryID' | 'version' | 'label' | 'ciphertext' | 'manifest' | 'signature'> {
  readonly keys: VaultEntry['key'][]
}

type VaultServer = ReturnType<typeof vaultServer>

function open(server: VaultServer = vaultServer(), params?: DialogParams['vault']) {
  const user = userEvent.setup()
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  const shown = renderWith(
    server.services,
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        {server.around(<VaultDialog opened onClose={() => {}} params={params} />)}
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { ...server, user, ...shown }
}
const button = (name: string) => screen.findByRole('button', { name })
/** Pasted: key by key takes seconds on a busy machine. */
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** A vault that is set up and open, with the printed key put away. */
async function openVault(server?: VaultServer) {
  const at = open(server)
  await button('Make the vault')
  fill('Passphrase', PASSPHRASE)
  fill('Passphrase again', PASSPHRASE)
  await at.user.click(await button('Make the vault'))
  const printed = (await screen.findByLabelText(/^Printed key /)).textContent ?? ''
  await at.user.click(await button('I have kept it'))
  await button('Add entry')
  return { ...at, printed }
}
async function addAdmin(at: Pick<Awaited<ReturnType<typeof openVault>>, 'user'>) {
  await at.user.click(await button('Add entry'))
  fill('Label', ADMIN.label)
  fill('User name', ADMIN.username)
  fill('Password', ADMIN.password)
  await at.user.click(await button('Save'))
  await button(`Show ${ADMIN.label}`)
}
async function unlock(user: ReturnType<typeof userEvent.setup>, passphrase = PASSPHRASE) {
  await button('Unlock')
  fill('Passphrase', passphrase)
  await user.click(await button('Unlock'))
}

test('W008 W031 a vault is set up, an entry is kept in it, shown and copied; the clipboard is emptied after 20 s', async () => {
  const at = await openVault()
  expect(screen.getByRole('dialog', { name: 'My secure vault' })).toBeDefined()
  await addAdmin(at)
  const row = screen.getByRole('listitem', { name: ADMIN.label })
  expect(within(row).getByText('Ann Lee, 20 Nov 2026, 09:30')).toBeDefined()
  expect(screen.queryByText(ADMIN.password)).toBeNull()
  await at.user.click(await button(`Show ${ADMIN.label}`))
  expect(await screen.findByText(ADMIN.password)).toBeDefined()
  await at.user.click(await button(`Hide ${ADMIN.label}`))
  expect(screen.queryByText(ADMIN.password)).toBeNull()
  await at.user.click(await button(`Copy the password of ${ADMIN.label}`))
  await waitFor(() => expect(copied).toEqual([ADMIN.password]))
  await act(async () => at.timers.pass(SECRET_MS))
  expect(copied).toEqual([ADMIN.password, ''])
  const noted = at.made.filter(({ path }) => path === noteVaultUse.path).map(({ request }) => request)
  expect(noted).toMatchObject([{ use: 'VIEWED' }, { use: 'COPIED' }])
})

test.each([
  [['CAN_USE_VAULT'], 'My secure vault'],
  [[], 'Elsewhere'],
] as const)('W031 the vault within a page, with %j, shows ‘%s’', async (permissions, title) => {
  const server = vaultServer()
  server.services.session.signIn(testToken(permissions))
  renderWith(
    server.services,
    <MemoryRouter initialEntries={['/my-vault']}>
      <QueryClientProvider client={createQueryClient()}>
        {server.around(
          <Routes>
            <Route path="/my-vault" element={<VaultScreen />} />
            <Route path="/" element={<h2>Elsewhere</h2>} />
          </Routes>,
        )}
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect((await screen.findAllByRole('heading', { level: 2 }))[0]?.textContent).toBe(title)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('W008 no secret leaves the page, and none is kept in its storage', async () => {
  const at = await openVault()
  await addAdmin(at)
  const left = JSON.stringify([at.made, at.services.storage.get('vaultKnown')])
  expect(left).toContain(ADMIN.label)
  for (const secret of [PASSPHRASE, at.printed, ADMIN.username, ADMIN.password])
    expect(left).not.toContain(secret)
})

test('W008 an entry is edited and deleted; another window that was first is named and what was typed stays', async () => {
  const at = await openVault()
  await addAdmin(at)
  await at.user.click(await button(`Edit ${ADMIN.label}`))
  await screen.findByRole('form', { name: `Edit ${ADMIN.label}` })
  fill('Label', 'CRM')
  at.answer(changeVaultEntry, () => {
    throw refused(409, 'This entry was changed meanwhile.')
  })
  await at.user.click(await button('Save'))
  expect(
    await screen.findByText(
      'Ann Lee changed this entry while you were writing. What you typed is still here.',
    ),
  ).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('CRM')
  await at.user.click(await button('Cancel'))
  await at.user.click(await button(`Delete ${ADMIN.label}`))
  await at.user.click(await button('Delete'))
  expect(await screen.findByText('Nothing in your vault yet.')).toBeDefined()
  expect(at.held.entries).toEqual([])
})

test('W008 an edited entry is the next version, and opens', async () => {
  const at = await openVault()
  await addAdmin(at)
  await at.user.click(await button(`Edit ${ADMIN.label}`))
  await screen.findByRole('form', { name: `Edit ${ADMIN.label}` })
  fill('Password', 'another one')
  await at.user.click(await button('Save'))
  await at.user.click(await button(`Show ${ADMIN.label}`))
  expect(await screen.findByText('another one')).toBeDefined()
  expect(at.held.entries.map(({ version }) => version)).toEqual([2])
})

test.each([
  ['short', 'gx7 Qv2 pz', 'The passphrase needs at least 12 characters.'],
  ['common', '123456789', 'This is in a list of common passwords, which is tried first. Choose another.'],
  ['weak', 'password1234', 'This is too easy to guess. Add a word or two.'],
])('a passphrase that is %s is not taken', async (_what, passphrase, words) => {
  const at = open()
  await button('Make the vault')
  fill('Passphrase', passphrase)
  fill('Passphrase again', passphrase)
  await at.user.click(await button('Make the vault'))
  expect(await screen.findByText(words)).toBeDefined()
  expect(at.held.keys).toBeNull()
})

test('W008 a passphrase that is typed differently the second time is not taken; its strength is told', async () => {
  const at = open()
  await button('Make the vault')
  fill('Passphrase', PASSPHRASE)
  fill('Passphrase again', 'seven green bottle')
  expect(await screen.findByText('Strong')).toBeDefined()
  await at.user.click(await button('Make the vault'))
  expect(await screen.findByText('The two are not the same.')).toBeDefined()
  expect(at.held.keys).toBeNull()
})

test('W008 it locks by the button, when nobody does anything and on sign-out; the clipboard goes with it', async () => {
  const at = await openVault()
  await addAdmin(at)
  const isLocked = () => screen.queryByRole('button', { name: 'Unlock' }) !== null

  await at.user.click(await button(`Copy the password of ${ADMIN.label}`))
  await waitFor(() => expect(copied).toEqual([ADMIN.password]))
  await at.user.click(await button('Lock'))
  await waitFor(() => expect(copied).toEqual([ADMIN.password, '']))
  expect(isLocked()).toBe(true)
  await unlock(at.user, 'wrong words here')
  expect(await screen.findByText('The passphrase is not right.')).toBeDefined()

  await unlock(at.user)
  await button('Add entry')
  await act(async () => at.timers.pass(VAULT_IDLE_MS - 1))
  expect(isLocked()).toBe(false)
  fireEvent.keyDown(window, { key: 'a' })
  await act(async () => at.timers.pass(VAULT_IDLE_MS - 1))
  expect(isLocked()).toBe(false)
  await act(async () => at.timers.pass(1))
  expect(isLocked()).toBe(true)

  await unlock(at.user)
  await button('Add entry')
  act(() => at.services.session.signOut())
  expect(screen.queryByText(ADMIN.label)).toBeNull()
})

test('W008 it locks when the machine goes to sleep, its screen is locked or its person is idle, and not when they are back', async () => {
  const host = fakeDesktop()
  // Its keys are held in the page here: only the host's events matter.
  const desktop = { ...host.desktop, available: false }
  const at = await openVault(vaultServer(manualTimers(), desktop))
  await addAdmin(at)
  await at.user.click(await button(`Show ${ADMIN.label}`))
  await screen.findByText(ADMIN.password)
  act(() => host.fire('idleWatch', { idle: false, idleSeconds: 600 }))
  expect(screen.getByText(ADMIN.password)).toBeDefined()
  const ways = [
    () => host.fire('machineAway', { cause: 'lock' }),
    () => host.fire('machineAway', { cause: 'sleep' }),
    () => host.fire('idleWatch', { idle: true, idleSeconds: 600 }),
  ]
  for (const goAway of ways) {
    act(goAway)
    expect(screen.queryByText(ADMIN.password)).toBeNull()
    await unlock(at.user)
    await at.user.click(await button(`Show ${ADMIN.label}`))
    await screen.findByText(ADMIN.password)
  }
})

test('W008 the printed key opens the vault of who forgot the passphrase, sets a new one, and is replaced', async () => {
  const at = await openVault()
  await addAdmin(at)
  await at.user.click(await button('Lock'))
  await at.user.click(await button('Forgot the passphrase?'))
  fill('Printed key', at.printed.toLowerCase().replaceAll('-', ' '))
  fill('Passphrase', 'eight blue bottles')
  fill('Passphrase again', 'eight blue bottles')
  await at.user.click(await button('Set a new passphrase'))
  const next = (await screen.findByLabelText(/^Printed key /)).textContent
  expect(next).not.toBe(at.printed)
  await at.user.click(await button('I have kept it'))
  await at.user.click(await button(`Show ${ADMIN.label}`))
  expect(await screen.findByText(ADMIN.password)).toBeDefined()
  await at.user.click(await button('Lock'))
  await unlock(at.user)
  expect(await screen.findByText('The passphrase is not right.')).toBeDefined()
  await unlock(at.user, 'eight blue bottles')
  await button('Add entry')
})

test('W008 who lost both is asked before everything is deleted', async () => {
  const at = await openVault()
  await addAdmin(at)
  await at.user.click(await button('Lock'))
  await at.user.click(await button('Forgot the passphrase?'))
  await at.user.click(screen.getByText('Lost both?'))
  await at.user.click(await button('Delete everything and start again'))
  expect(at.held.entries).toHaveLength(1)
  await at.user.click(await button('Delete for good'))
  await button('Make the vault')
  expect(at.held.entries).toEqual([])
})

/** The screen as a device shows it that has seen the vault, after the server has begun to lie. */
async function again(server: VaultServer) {
  const at = await openVault(server)
  await addAdmin(at)
  at.unmount()
  at.services.session.signOut()
  at.services.session.signIn(testToken(['CAN_USE_VAULT']))
  return {
    at,
    reopen: (params?: DialogParams['vault']) => open(server, params),
  }
}

test('W008 a server with other or older keys is noticed before a passphrase is asked for', async () => {
  const server = vaultServer()
  const { reopen } = await again(server)
  server.tamper.keys = (keys) => keys && { ...keys, encryptionKey: keys.signingKey }
  reopen()
  expect(await screen.findByText('These are not the keys that this device knows.')).toBeDefined()
  expect(screen.queryByLabelText('Passphrase')).toBeNull()
})

test('W008 a server that says there never was a vault is noticed', async () => {
  const server = vaultServer()
  const { reopen } = await again(server)
  server.tamper.keys = () => null
  reopen()
  expect(await screen.findByText('These are not the keys that this device knows.')).toBeDefined()
})

const FOREIGN = 'This entry is not what was written for you: it was changed or comes from elsewhere.'
test.each<[string, (entries: VaultEntry[]) => VaultEntry[], string]>([
  ['another label', (entries) => entries.map((one) => ({ ...one, label: 'Renamed' })), FOREIGN],
  ['another id', (entries) => entries.map((one) => ({ ...one, entryID: 'other' })), FOREIGN],
  ['a later version', (entries) => entries.map((one) => ({ ...one, version: 5 })), FOREIGN],
  [
    'an older version',
    (entries) => entries.map((one) => ({ ...one, version: 0 })),
    'This is an older version of the entry than this device has seen.',
  ],
])('an entry with %s is noticed in the list and not opened', async (_what, change, words) => {
  const server = vaultServer()
  const { reopen } = await again(server)
  server.tamper.entries = change
  const { user } = reopen()
  await unlock(user)
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^(Show|Copy|Edit) / })).toBeNull()
})

test('W008 an entry that the server keeps back is missed', async () => {
  const server = vaultServer()
  const { reopen } = await again(server)
  server.tamper.entries = () => []
  const { user } = reopen()
  await unlock(user)
  expect(await screen.findByText(/^1 entry that this device has seen is not in the vault/)).toBeDefined()
  await user.click(await button('I know of that'))
  expect(screen.queryByText(/^1 entry that/)).toBeNull()
})

test('a project’s vault goes by the project’s name, also while it has no entries', async () => {
  const server = vaultServer()
  const { reopen } = await again(server)
  reopen({ source: 'PROJECT', sourceID: 22, name: 'Household Travel' })
  const user = userEvent.setup()
  await unlock(user)
  const places = await screen.findByRole('navigation', { name: 'Vaults' })
  const named = within(places).getAllByRole('button')
  expect(named.map((one) => one.textContent)).toEqual(['My own', 'Household Travel'])
  expect(named[1]?.getAttribute('aria-current')).toBe('true')
})

test('W250 the list shows 100 entries at first', async () => {
  const server = vaultServer()
  server.tamper.entries = (entries) =>
    entries.flatMap((one) => Array.from({ length: 101 }, (_, n) => ({ ...one, entryID: `e${n}` })))
  const at = await openVault(server)
  await at.user.click(await button('Add entry'))
  fill('Label', ADMIN.label)
  await at.user.click(await button('Save'))
  expect(await screen.findByText('1–100 of 101')).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Rows').value).toBe('100')
  expect(screen.getAllByRole('listitem', { name: ADMIN.label })).toHaveLength(100)
  await at.user.click(await button('Next page'))
  expect(screen.getAllByRole('listitem', { name: ADMIN.label })).toHaveLength(1)
})
