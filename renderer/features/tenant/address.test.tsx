import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import {
  changeTenantAddress,
  checkTenantAddress,
  getTenant,
  legalAcceptances,
  updateTenant,
} from '#shared/contract/tenant.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { TenantScreen } from './index.ts'

const OLD = 'https://old.bright.example'
const NEW = 'https://work.bright.example'

const TENANT: ResponseOf<typeof getTenant> = {
  company: {
    ...{ companyName: 'Bright Surveys', legalName: 'Bright Surveys Ltd', registeredAddress: '1 Mill Street' },
    ...{
      dataProtectionEmail: 'dpo@bright.example',
      supportContact: 'Desk',
      mailFooter: '',
      companyNumber: '',
    },
    ...{ staffDomains: ['bright.example'], isWhatsappEnabled: true, isEmailEnabled: true },
  },
  version: 3,
  pictures: [],
  address: {
    ...{ publicOrigin: OLD, trustedHosts: [], trustedProxies: ['10.0.0.0/8'] },
    said: { publicOrigin: null, trustedHosts: ['said.example'], trustedProxies: [] },
    former: [{ origin: 'https://first.bright.example', endsAt: '2026-11-25T12:00:00.000Z' }],
  },
  texts: [],
  present: [],
}

async function open(permission: PermissionName = 'ADMIN_CAN_UPDATE_TENANT', tenant = TENANT) {
  const server = fakeServices()
  server.services.session.signIn(testToken([permission]))
  server.answer(getTenant, () => tenant)
  server.answer(legalAcceptances, () => ({ rows: [], missing: 0 }))
  renderSignedIn(server.services, <TenantScreen />, '/admin/tenant')
  const card = within(await screen.findByRole('region', { name: 'Address' }))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, card, sent, user: userEvent.setup() }
}

async function dialog() {
  const at = await open()
  await at.user.click(at.card.getByRole('button', { name: /^Change…/ }))
  return { ...at, form: within(await screen.findByRole('dialog')) }
}

test('the address shows, what the command line says with it, and until when one of before works', async () => {
  const { card } = await open('ADMIN_CAN_VIEW_TENANT')
  expect(card.getByText(OLD)).toBeTruthy()
  expect(card.getByText('said.example (From the server’s command line)')).toBeTruthy()
  expect(card.getByText(/^https:\/\/first\.bright\.example still works until 25 Nov 2026/)).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
})

test('an address that does not answer is not saved until somebody insists', async () => {
  const at = await dialog()
  const origin = at.form.getByLabelText('Public address')
  await at.user.clear(origin)
  await at.user.type(origin, 'work.bright.example')
  await at.user.click(at.form.getByRole('button', { name: 'Save' }))
  expect(at.form.getByText('An address is such as https://fieldwork.example, without a path.')).toBeTruthy()
  await at.user.clear(origin)
  await at.user.type(origin, NEW)
  at.answer(changeTenantAddress, ({ isAnyway }) => ({
    result: 'NAME_NOT_FOUND',
    version: isAnyway ? 4 : null,
  }))
  await at.user.click(at.form.getByRole('button', { name: 'Save' }))
  expect(await at.form.findByText('The name in this address was not found.')).toBeTruthy()
  await at.user.click(at.form.getByRole('button', { name: 'Save all the same' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const address = { publicOrigin: NEW, trustedHosts: [], trustedProxies: ['10.0.0.0/8'], version: 3 }
  expect(at.sent(changeTenantAddress)).toEqual([
    { ...address, isAnyway: false },
    { ...address, isAnyway: true },
  ])
})

test('what was said of an address goes with its next change, and each wrong entry of a list is named', async () => {
  const at = await dialog()
  at.answer(checkTenantAddress, () => ({ result: 'REACHES' }))
  await at.user.click(at.form.getByRole('button', { name: 'Check' }))
  expect(await at.form.findByText('This address reaches this installation.')).toBeTruthy()
  await at.user.type(at.form.getByLabelText('Further trusted hosts'), 'extra.example{enter}no host')
  expect(at.form.queryByText('This address reaches this installation.')).toBeNull()
  await at.user.type(at.form.getByLabelText('Trusted proxies'), ', 10.0.0.0/33')
  await at.user.click(at.form.getByRole('button', { name: 'Check' }))
  expect(at.form.getByText('‘no host’ is no host.')).toBeTruthy()
  expect(at.form.getByText('‘10.0.0.0/33’ is no address and no range.')).toBeTruthy()
  expect(at.sent(checkTenantAddress)).toHaveLength(1)
})

test('where the command line says the address, only hosts and proxies are changed', async () => {
  const { address } = TENANT
  const said = { publicOrigin: NEW, trustedHosts: [], trustedProxies: [] }
  const at = await open('ADMIN_CAN_UPDATE_TENANT', { ...TENANT, address: address && { ...address, said } })
  await at.user.click(at.card.getByRole('button', { name: /^Change…/ }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByLabelText('Public address')).toHaveProperty('readOnly', true)
  expect(form.getByText('The server’s command line says it. It is changed there.')).toBeTruthy()
})

test('staff domains are lines, and what is no domain is named before it is sent; channels are switches', async () => {
  const at = await open()
  const company = within(screen.getByRole('form', { name: 'Company' }))
  const domains = company.getByLabelText('E-mail domains of staff')
  expect(domains).toHaveProperty('value', 'bright.example')
  await at.user.type(domains, '{enter}nowhere')
  await at.user.click(company.getByRole('button', { name: 'Save' }))
  expect(company.getByText('‘nowhere’ is no domain.')).toBeTruthy()
  expect(at.sent(updateTenant)).toEqual([])
  await at.user.type(domains, '.example')
  await at.user.click(company.getByRole('switch', { name: 'WhatsApp' }))
  at.answer(updateTenant, () => ({ version: 4 }))
  await at.user.click(company.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.sent(updateTenant)).toHaveLength(1))
  expect(at.sent(updateTenant)[0]).toMatchObject({
    ...{
      staffDomains: ['bright.example', 'nowhere.example'],
      isWhatsappEnabled: false,
      isEmailEnabled: true,
    },
    version: 3,
  })
})

test('what has to be there is said before anything is sent; the demo company’s details are read only', async () => {
  const at = await open()
  const company = within(screen.getByRole('form', { name: 'Company' }))
  for (const label of ['Legal name', 'Support contact', 'Company number'])
    await at.user.clear(company.getByRole('textbox', { name: label }))
  await at.user.click(company.getByRole('button', { name: 'Save' }))
  expect(company.getAllByText('Please fill this in.')).toHaveLength(2)
  expect(at.sent(updateTenant)).toEqual([])
  cleanup()
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_UPDATE_TENANT']))
  server.answer(getTenant, () => ({ ...TENANT, address: null }))
  server.answer(legalAcceptances, () => ({ rows: [], missing: 0 }))
  renderSignedIn(server.services, <TenantScreen />, '/admin/tenant')
  const demo = within(await screen.findByRole('form', { name: 'Company' }))
  expect(demo.getByText(/^This is the demo company/)).toBeTruthy()
  expect(demo.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(demo.getByRole('textbox', { name: 'Company name' }).hasAttribute('readonly')).toBe(true)
})

test('versions of a text are named by number, state, time and author; what the list of acceptances leaves out is said', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_VIEW_TENANT']))
  const text = {
    kind: 'NOTICE',
    title: 'Notice',
    sections: [{ heading: 'A', text: 'b' }],
    version: 1,
  } as const
  const at = '2026-11-25T12:00:00.000Z'
  server.answer(getTenant, () => ({
    ...TENANT,
    texts: [
      {
        ...text,
        id: 2,
        state: 'DRAFT',
        changedBy: 'Ann Ash',
        changedAt: at,
        publishedBy: null,
        publishedAt: null,
      },
      {
        ...text,
        id: 1,
        state: 'PUBLISHED',
        changedBy: 'Ben Bee',
        changedAt: at,
        publishedBy: 'Cy',
        publishedAt: at,
      },
    ].map((one) => ({ ...one, sections: [...text.sections] }) as (typeof TENANT)['texts'][number]),
    present: [{ kind: 'NOTICE', title: 'Notice', sections: [...text.sections], isApproved: true }],
  }))
  const row = { userID: 1, userName: 'ann', displayName: 'Ann', title: 'Agreement', version: at }
  server.answer(legalAcceptances, () => ({
    rows: Array.from({ length: 102 }, (_, n) => ({
      ...row,
      acceptedAt: new Date(Date.parse(at) + n * 1000).toISOString(),
    })),
    missing: 0,
  }))
  renderSignedIn(server.services, <TenantScreen />, '/admin/tenant')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^\d+ versions?: / }))
  const dialog = within(await screen.findByRole('dialog'))
  const names = within(dialog.getByLabelText('Compare'))
    .getAllByRole('option')
    .map((one) => one.textContent)
  expect(names).toEqual([
    expect.stringMatching(/^2: Draft, .*, by Ann Ash$/),
    expect.stringMatching(/^1: Published, .*, by Ben Bee$/),
  ])
  expect(screen.getByText('2 older ones are in the export.')).toBeTruthy()
})
