import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { exportAudit, getAuditEntry, searchAudit, verifyAudit } from '#shared/contract/audit.ts'
import { getViews } from '#shared/contract/views.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AuditScreen } from './index.ts'

const ENTRY = {
  ...{ id: 4, version: 1, at: '2026-05-04T12:00:00.000Z', actorName: 'Tom Hargreaves' },
  ...{ actorKind: 'PERSON' as const, onBehalfOf: '', action: 'PERSON_CHANGED', recordType: 'person' },
  ...{ recordID: 9, label: 'Bob Ross', personName: 'Bob Ross', page: 'admin.active-users' },
  ...{ reason: 'Moved', address: '192.0.2.7', requestID: 'req-1', sequence: 12 },
}

function open(path = '/admin/audit-logs') {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_SEE_AUDIT_LOG']))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(searchAudit, () => ({
    rows: [ENTRY],
    total: 1,
    isMore: false,
    columns: ['at', 'actorName', 'action', 'recordType', 'label', 'personName', 'reason'],
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  server.answer(getAuditEntry, () => ({
    ...ENTRY,
    changes: [
      { field: 'email', before: null, after: 'bob@mail.example' },
      { field: 'roles', before: ['A'], after: ['A', 'B'] },
    ],
    ...{ sessionID: 's1', previousHash: 'before-it', hash: 'its-own' },
  }))
  const user = userEvent.setup()
  renderSignedIn(server.services, <AuditScreen />, path)
  return { server, user }
}

test('A121 entries are listed and only read; one of them says what changed, from where, and its place in the chain', async () => {
  const { user } = open()
  const row = await screen.findByRole('row', { name: /PERSON_CHANGED/ })
  expect(row.textContent).toMatch(/Tom Hargreaves.*person.*Bob Ross.*Moved/)
  expect(screen.queryByRole('button', { name: 'New audit entry' })).toBeNull()
  await user.click(row)
  const panel = await screen.findByRole('complementary', { name: 'audit entry' })
  const changes = within(await within(panel).findByRole('table'))
  expect(changes.getByRole('row', { name: /email/ }).textContent).toBe('email–bob@mail.example')
  expect(changes.getByRole('row', { name: /roles/ }).textContent).toBe('roles["A"]["A","B"]')
  expect(panel.textContent).toMatch(
    /Address192\.0\.2\.7.*Session.*s1.*Requestreq-1.*Sequence12.*before-it.*its-own/,
  )
  expect(within(panel).queryByRole('button', { name: 'Save' })).toBeNull()
})

test('A121 the address of an open entry leads to it', async () => {
  open('/admin/audit-logs?open=4')
  expect(await screen.findByRole('complementary', { name: 'audit entry' })).toBeTruthy()
})

test('A119 Verify says that all is whole, or the first broken place', async () => {
  const { server, user } = open()
  await screen.findByRole('row', { name: /PERSON_CHANGED/ })
  const verdicts = [
    {
      isWhole: true as const,
      entries: 1200,
      from: '2026-05-04T12:00:00.000Z',
      to: '2026-05-05T12:00:00.000Z',
    },
    { isWhole: false as const, sequence: 12, kind: 'CUT_OFF' as const },
  ]
  let unchained = 1
  server.answer(verifyAudit, () => ({ verdict: verdicts.shift() as never, unchained: unchained++ }))
  const button = screen.getByRole('button', { name: 'Verify' })
  await user.click(button)
  await screen.findByText(
    'Whole: 1,200 entries, 2026-05-04 13:00 to 2026-05-05 13:00. 1 entry of the last second has no hash yet.',
  )
  await user.click(button)
  await screen.findByText(
    'CUT_OFF: entry 12 and all after it were cut off. 2 entries of the last second have no hash yet.',
  )
  server.answer(verifyAudit, () => {
    throw refused(503, 'Not now.')
  })
  await user.click(button)
  await screen.findByText('The chain could not be checked. Not now.')
})

test('A121 the export with proof holds what the page shows', async () => {
  const { server, user } = open('/admin/audit-logs?q=bob')
  await screen.findByRole('row', { name: /PERSON_CHANGED/ })
  server.answer(exportAudit, () => ({ blob: new Blob(['{}']), fileName: 'Audit.jsonl' }) as never)
  URL.createObjectURL = vi.fn(() => 'blob:proof')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(screen.getByRole('button', { name: 'Export with proof' }))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  click.mockRestore()
  const asked = server.made.filter(({ path }) => path === exportAudit.path).map(({ request }) => request)
  expect(asked).toEqual([{ filters: [], searchTerm: 'bob' }])
})
