import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  listPersonSkills,
  type PersonSkill,
  removePersonSkill,
  savePersonSkill,
} from '#shared/contract/person-skills.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { Skills } from './Skills.tsx'
import { ANN } from './testing/ann.ts'

const WELSH: PersonSkill = {
  ...{ skillID: 3, name: 'Welsh', category: 'LANGUAGE', level: 'EXPERT', since: '2025-01-02' },
  ...{ expires: '2027-01-02', evidence: 'Certificate 7', isExpired: false, givenBy: 'Kim' },
}

function open(permissions: PermissionName[] = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_USERS']) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  server.answer(listPersonSkills, () => ({
    proposed: [],
    skills: [WELSH, { ...WELSH, skillID: 4, name: 'Polish', isExpired: true, expires: '2026-01-02' }],
    offered: [{ id: 8, name: 'First aid', needsCertificate: true, expiresAfterMonths: 36 }],
  }))
  server.answer(savePersonSkill, () => ANN)
  server.answer(removePersonSkill, () => ANN)
  const onDone = vi.fn()
  renderSignedIn(server.services, <Skills record={ANN as never} onDone={onDone} />, '/admin/active-users')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, onDone, user: userEvent.setup() }
}

test('a person’s skills are listed with level, dates, who gave them and evidence', async () => {
  open(['ADMIN_CAN_SEE_USERS'])
  const items = within(await screen.findByRole('list', { name: 'Skills' })).getAllByRole('listitem')
  expect(items.map((one) => one.textContent)).toEqual([
    'WelshExpertLanguage · since 2 Jan 2025 · until 2 Jan 2027 · given by Kim · Certificate 7',
    'PolishExpiredLanguage · since 2 Jan 2025 · ended 2 Jan 2026 · given by Kim · Certificate 7',
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a skill is added with the end that its kind has, and why not is told there', async () => {
  const { user, sent, answer, onDone } = open()
  await user.click(await screen.findByRole('button', { name: 'Add a skill' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a skill of Ann Ash' }))
  fireEvent.change(dialog.getByLabelText(/^Since/), { target: { value: '2026-05-31' } })
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Skill/ }), 'First aid')
  expect((dialog.getByLabelText(/^Expires/) as HTMLInputElement).value).toBe('2029-05-31')
  await user.type(dialog.getByRole('textbox', { name: /^Evidence/ }), 'Certificate 9')
  await user.selectOptions(dialog.getByRole('combobox', { name: /^Level/ }), 'Basic')
  answer(savePersonSkill, () => {
    throw refused(409, 'Kim changed this.')
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Kim changed this.')).toBeTruthy()
  answer(savePersonSkill, () => ANN)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(ANN))
  expect(sent(savePersonSkill).at(-1)).toEqual({
    ...{ userID: 7, version: 1, skillID: 8, level: 'BASIC', since: '2026-05-31' },
    ...{ expires: '2029-05-31', evidence: 'Certificate 9' },
  })
})

test('a skill is changed, and removed after asking', async () => {
  const { user, sent, services } = open()
  await user.click(await screen.findByRole('button', { name: 'Change Welsh' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Welsh' }))
  expect(dialog.queryByRole('combobox', { name: /^Skill/ })).toBeNull()
  fireEvent.change(dialog.getByLabelText(/^Expires/), { target: { value: '' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(savePersonSkill)).toMatchObject([{ skillID: 3, level: 'EXPERT', expires: null }]),
  )
  const ask = vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  await user.click(screen.getByRole('button', { name: 'Remove Polish' }))
  expect(sent(removePersonSkill)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove Polish' }))
  await waitFor(() => expect(sent(removePersonSkill)).toEqual([{ userID: 7, version: 1, skillID: 4 }]))
  expect(ask.mock.calls[0]?.[0].title).toBe('Remove the skill Polish?')
})
