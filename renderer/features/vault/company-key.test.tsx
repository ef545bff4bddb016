import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import {
  agreeVaultCompanyKey,
  myVaultKeys,
  openVaultForPerson,
  saveVaultKeys,
  saveVaultKeysForPerson,
  setVaultCompanyKey,
  type VaultKeys,
  vaultCompanyKey,
  vaultCompanyPeople,
  vaultPlaces,
  viewVault,
  viewVaultPlace,
} from '#shared/contract/vault.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { type Bytes, sha256, toBase64, utf8 } from './crypto/bytes.ts'
import { newCompanyKey, resealByCompany, sealForCompany } from './crypto/company.ts'
import { makeKeys, openKeys, type StretchPassphrase } from './crypto/identity.ts'
import { newRecoveryKey } from './crypto/recovery-key.ts'
import { VaultDialog } from './VaultPlaces.tsx'

const PASSPHRASE = 'seven green bottles'
/** Whose token `testToken` is. */
const AMELIA = 7
const AT = '2026-11-20T09:30:00.000Z'
const quick: StretchPassphrase = (passphrase, salt) => sha256(utf8(`${passphrase} ${toBase64(salt)}`))

/** Does what the worker does, at a cost that keeps tests quick. */
class QuickWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  postMessage({ passphrase, salt }: { passphrase: string; salt: Bytes }) {
    void quick(passphrase, salt).then((key) => this.onmessage?.({ data: { key } }))
  }
  terminate() {}
}
beforeEach(() => vi.stubGlobal('Worker', QuickWorker))
afterEach(() => vi.unstubAllGlobals())

type Seal = RequestOf<typeof agreeVaultCompanyKey>['seal']

/** The company's key and one vault, as the server keeps them, for whoever looks. */
function company() {
  const held = {
    vault: null as VaultKeys | null,
    key: null as { publicKey: string; sealed: string } | null,
    seal: null as Seal,
    opened: [] as unknown[],
    sent: [] as string[],
  }
  const done = { done: true }
  /** A window of somebody. */
  function open(permissions: readonly PermissionName[], keys: 'held' | 'none' = 'held') {
    const server = fakeLive({ timers: manualTimers() })
    const { services } = server
    services.session.signIn(testToken(permissions))
    const userID = services.session.store.getState().user?.id ?? 0
    server.answer(myVaultKeys, () => ({ keys: keys === 'held' ? held.vault : null }))
    server.answer(saveVaultKeys, ({ keys: next }: { keys: VaultKeys }) => {
      held.vault = next
      return done
    })
    server.answer(viewVault, () => [])
    const own = { userID, userName: 'Ann Lee' }
    server.answer(viewVaultPlace, () => ({
      name: '',
      people: [
        {
          ...own,
          encryptionKey: held.vault?.encryptionKey ?? null,
          signingKey: held.vault?.signingKey ?? null,
        },
      ],
      waiting: 0,
      deleted: [],
    }))
    server.answer(vaultPlaces, () => [])
    server.answer(
      vaultCompanyKey,
      (): ResponseOf<typeof vaultCompanyKey> => ({
        key: held.key && { publicKey: held.key.publicKey, madeBy: 'Kim Holt', madeTime: AT },
        agreed: held.seal?.companyKey ?? null,
      }),
    )
    server.answer(agreeVaultCompanyKey, ({ seal }: { seal: Seal }) => {
      held.seal = seal
      return done
    })
    server.answer(setVaultCompanyKey, ({ key }: RequestOf<typeof setVaultCompanyKey>) => {
      held.key = key
      held.seal = null
      return done
    })
    server.answer(vaultCompanyPeople, () => ({
      people: held.seal ? [{ userID, userName: 'Ann Lee', agreedTime: AT }] : [],
      of: 3,
    }))
    server.answer(openVaultForPerson, (request: unknown) => {
      held.opened.push(request)
      return { keys: held.vault, seal: held.seal, sealed: held.key?.sealed }
    })
    server.answer(saveVaultKeysForPerson, ({ keys: next }: { keys: VaultKeys }) => {
      held.vault = next
      return done
    })
    const user = userEvent.setup()
    const shown = renderWith(
      services,
      <MemoryRouter>
        <QueryClientProvider client={createQueryClient()}>
          {server.around(<VaultDialog opened onClose={() => {}} />)}
        </QueryClientProvider>
      </MemoryRouter>,
    )
    const close = () => {
      held.sent.push(JSON.stringify(server.made))
      shown.unmount()
      services.session.signOut()
    }
    return { ...server, user, userID, close }
  }
  return { held, open }
}

const button = (name: string) => screen.findByRole('button', { name })
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const printed = async () => (await screen.findByLabelText(/^Printed key /)).textContent ?? ''
const KEEPS = ['CAN_USE_VAULT', 'ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const
const OFFERED = 'Your company has a key of its own for vaults'

async function makeCompanyKey({ open }: ReturnType<typeof company>) {
  const at = open(KEEPS, 'none')
  await at.user.click(await button('Company’s key'))
  await at.user.click(await button('Make the key'))
  const paper = await printed()
  await at.user.click(await button('I have kept it'))
  expect(await screen.findByText('Nobody has agreed to it yet.')).toBeDefined()
  at.close()
  return paper
}

test('W008 a company’s key gives who agreed and lost both of theirs a new printed key; nothing of it leaves the page', async () => {
  const office = company()
  const { held } = office
  const paper = await makeCompanyKey(office)

  // Ann makes a vault, and agrees with her passphrase.
  const ann = office.open(['CAN_USE_VAULT'], 'none')
  await button('Make the vault')
  fill('Passphrase', PASSPHRASE)
  fill('Passphrase again', PASSPHRASE)
  await ann.user.click(await button('Make the vault'))
  const lost = await printed()
  ann.answer(myVaultKeys, () => ({ keys: held.vault }))
  await ann.user.click(await button('I have kept it'))
  await ann.user.click(await screen.findByText(OFFERED))
  await ann.user.click(await button('Agree'))
  expect(await screen.findByText('Type your passphrase.')).toBeDefined()
  fill('Your passphrase', 'another one altogether')
  await ann.user.click(await button('Agree'))
  expect(await screen.findByText('The passphrase is not right.')).toBeDefined()
  expect(held.seal).toBeNull()
  fill('Your passphrase', PASSPHRASE)
  await ann.user.click(await button('Agree'))
  expect(await screen.findByText('Your company’s key can open your vault')).toBeDefined()
  ann.close()

  // Kim helps her, with the paper and a reason.
  const kim = office.open(KEEPS, 'none')
  await kim.user.click(await button('Company’s key'))
  expect(await screen.findByText('1 of 3 people with a vault agreed to it.')).toBeDefined()
  await kim.user.selectOptions(screen.getByLabelText('Person'), 'Ann Lee')
  fill('The company’s printed key', newRecoveryKey())
  await kim.user.click(await button('Make a new printed key'))
  expect(await screen.findByText('Say why: the person reads it.')).toBeDefined()
  fill('Reason', 'Lost both')
  await kim.user.click(await button('Make a new printed key'))
  expect(await screen.findByText('This is not the company’s printed key.')).toBeDefined()
  expect(held.vault?.version).toBe(1)
  fill('The company’s printed key', paper.toLowerCase())
  await kim.user.click(await button('Make a new printed key'))
  const next = await printed()
  expect(held.opened).toEqual(Array.from({ length: 2 }, () => ({ userID: ann.userID, reason: 'Lost both' })))
  kim.close()

  // With it her vault opens, and neither her old passphrase nor her old printed key opens it.
  const keys = held.vault
  if (!keys) throw new Error('gone')
  expect(keys.version).toBe(2)
  await openKeys(ann.userID, keys, { recoveryKey: next }, quick)
  await expect(openKeys(ann.userID, keys, { recoveryKey: lost }, quick)).rejects.toThrow('recoveryKey')
  await expect(openKeys(ann.userID, keys, { passphrase: PASSPHRASE }, quick)).rejects.toThrow('passphrase')
  for (const secret of [paper, lost, next, PASSPHRASE]) expect(held.sent.join()).not.toContain(secret)
})

test('W008 an agreement is taken back, and another key of the company opens nothing until it is agreed to', async () => {
  const office = company()
  await makeCompanyKey(office)
  const unlock = async () => {
    await button('Unlock')
    fill('Passphrase', PASSPHRASE)
  }
  const secrets = { passphrase: PASSPHRASE, recoveryKey: newRecoveryKey() }
  office.held.vault = await makeKeys(AMELIA, 1, secrets, quick)
  const at = office.open(['CAN_USE_VAULT'])
  await unlock()
  await at.user.click(await button('Unlock'))
  await at.user.click(await screen.findByText(OFFERED))
  fill('Your passphrase', PASSPHRASE)
  await at.user.click(await button('Agree'))
  await at.user.click(await screen.findByText('Your company’s key can open your vault'))
  await at.user.click(await button('Take it back'))
  expect(await screen.findByText(OFFERED)).toBeDefined()
  expect(office.held.seal).toBeNull()
  fill('Your passphrase', PASSPHRASE)
  await at.user.click(await button('Agree'))
  await screen.findByText('Your company’s key can open your vault')

  const other = await newCompanyKey()
  office.held.key = other
  office.held.seal = null
  await at.user.click(await button('Lock'))
  await unlock()
  await at.user.click(await button('Unlock'))
  expect(
    await screen.findByText('Your company’s key is another than the one that you agreed to.'),
  ).toBeDefined()
})

test('who doesn’t decide what others may do has no company’s key to keep, with either right alone', async () => {
  for (const right of ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const) {
    const at = company().open(['CAN_USE_VAULT', right], 'none')
    await button('Make the vault')
    expect(screen.queryByRole('button', { name: 'Company’s key' })).toBeNull()
    at.close()
  }
})

test('W008 what was sealed for the company opens for its person, their pair and that key alone', async () => {
  const key = await newCompanyKey()
  const other = await newCompanyKey()
  const secrets = { passphrase: PASSPHRASE, recoveryKey: newRecoveryKey() }
  const keys = await makeKeys(7, 1, secrets, quick)
  const theirs = await makeKeys(7, 1, secrets, quick)
  for (const by of [{ passphrase: PASSPHRASE }, { recoveryKey: secrets.recoveryKey }]) {
    const seal = await sealForCompany(7, keys, by, key.publicKey, quick)
    const opened = { keys, seal, sealed: key.sealed }
    await resealByCompany(7, opened, key.printed, quick)
    const tried = [
      () => resealByCompany(8, opened, key.printed, quick),
      () => resealByCompany(7, { ...opened, keys: theirs }, key.printed, quick),
      () =>
        resealByCompany(7, { ...opened, seal: { ...seal, point: keys.encryptionKey } }, key.printed, quick),
    ]
    for (const one of tried) await expect(one()).rejects.toThrow('companySeal')
    // The other key's private half, said to be this one's; and this one's, by the other's paper.
    await expect(
      resealByCompany(7, { ...opened, sealed: other.sealed }, other.printed, quick),
    ).rejects.toThrow('companyKey')
    await expect(resealByCompany(7, opened, other.printed, quick)).rejects.toThrow('companyKey')
  }
})
