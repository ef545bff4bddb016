import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  deleteOnboardingTask,
  getOnboardingTasks,
  getStaffTypes,
  newOnboardingTask,
  type OnboardingTask,
} from '#shared/contract/onboarding.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import type { Timers } from '../../ui/timers.ts'
import { OnboardingTasksDialog } from './OnboardingTasksDialog.tsx'

const task = (id: number, name: string, changes: Partial<OnboardingTask> = {}): OnboardingTask => ({
  id,
  task: name,
  responsible: 'USER',
  actionNeeded: 'UPLOAD_PDF',
  requiredApproval: true,
  applyTo: 'RESOURCE',
  username: 'laura.finch',
  createdAt: '2026-10-02T09:00:00.000Z',
  ...{ isBeforeFirstShift: false, dueDays: null, open: 0 },
  ...changes,
})

/** Timers that run when the test says so. */
function manualTimers() {
  let waiting: (() => void)[] = []
  const timers: Timers = {
    after: (_ms, run) => {
      waiting.push(run)
      return () => {
        waiting = waiting.filter((other) => other !== run)
      }
    },
    every: () => () => {},
  }
  const pass = () =>
    act(() => {
      for (const run of waiting.splice(0)) run()
    })
  return { timers, pass }
}

function open(
  permissions: PermissionName[] = ['IRECRUITMENT_CAN_EDIT_SETTINGS'],
  list?: () => OnboardingTask[],
) {
  const { timers, pass } = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(permissions))
  const tasks = [
    task(1, 'Sign the contract'),
    task(2, '', { actionNeeded: 'NONE', requiredApproval: false, applyTo: '' }),
  ]
  server.answer(getOnboardingTasks, list ?? (() => [...tasks]))
  server.answer(getStaffTypes, () => ['HR', 'INTERVIEWER'])
  server.answer(newOnboardingTask, () => ({ done: true }))
  server.answer(deleteOnboardingTask, () => ({ done: true }))
  const onClose = vi.fn()
  const dialog = (opened: boolean) => (
    <QueryClientProvider client={createQueryClient()}>
      <OnboardingTasksDialog opened={opened} onClose={onClose} />
    </QueryClientProvider>
  )
  const { unmount } = renderWith(server.services, dialog(true))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, tasks, pass, sent, unmount, user: userEvent.setup() }
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Onboarding tasks' }))
    .getAllByText(/./, { selector: 'strong' })
    .map(({ textContent }) => textContent)
const toForm = async (user: ReturnType<typeof userEvent.setup>) => {
  await screen.findByText('Sign the contract')
  await user.click(screen.getByRole('tab', { name: 'Add New' }))
}
const choose = async (user: ReturnType<typeof userEvent.setup>, field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const options = async (user: ReturnType<typeof userEvent.setup>, field: string) => {
  await user.click(screen.getByRole('combobox', { name: field }))
  const found = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return found
}

test('S103 S104 S198 S265 the tabs are Tasks and Add New, and the tasks show all that they hold', async () => {
  open()
  expect(await rows()).toEqual(['Sign the contract', 'Task without a name'])
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Tasks', 'Add New'])
  expect(screen.getByRole('tab', { name: 'Tasks' }).getAttribute('aria-selected')).toBe('true')
  const [first, second] = screen.getAllByText(/./, { selector: 'strong' }).map((name) => name.closest('li'))
  for (const text of ['User', 'Resource', 'Upload a PDF', 'Needs approval', 'laura.finch, 2 Oct 2026'])
    expect(first?.textContent).toContain(text)
  // Empty means all.
  expect(first?.textContent).not.toContain('All staff')
  expect(second?.textContent).toContain('All staff')
})

test('S104 S143 S198 S199 S220 S266 a task is added with its choices; then the form is clear and the list shows', async () => {
  const { user, sent, tasks, services } = open()
  await toForm(user)
  expect(await options(user, 'Responsible')).toEqual(['Anyone', 'Employer', 'Agency', 'User'])
  const { responsible } = newOnboardingTask.request.shape
  expect(
    ['ANYONE', 'EMPLOYER', 'AGENCY', 'USER', ''].every((one) => responsible.safeParse(one).success),
  ).toBe(true)
  expect(await options(user, 'Apply to')).toEqual(['HR', 'Interviewer'])
  expect(screen.getByPlaceholderText('Leave empty to apply to all')).toBeDefined()

  const approval = () => screen.queryByRole('checkbox', { name: 'Requires approval' })
  expect(approval()).toBeNull()
  await choose(user, 'Action needed', 'Upload a PDF')
  expect(approval()).not.toBeNull()

  fireEvent.change(screen.getByLabelText('Task'), { target: { value: 'Order a headset' } })
  await choose(user, 'Responsible', 'Employer')
  await choose(user, 'Apply to', 'Interviewer')
  await user.click(screen.getByRole('checkbox', { name: 'Requires approval' }))
  tasks.push(task(3, 'Order a headset'))
  await user.click(screen.getByRole('button', { name: 'Add task' }))
  expect(sent(newOnboardingTask)).toEqual([
    {
      task: 'Order a headset',
      responsible: 'EMPLOYER',
      taskAction: 'UPLOAD_PDF',
      selectedStaffType: 'INTERVIEWER',
      requiredApproval: true,
    },
  ])
  await screen.findByText('Order a headset', { selector: 'strong' })
  expect(services.notices.store.getState()).toMatchObject([
    { kind: 'success', message: 'The task is added.' },
  ])
  expect(screen.getByRole('tab', { name: 'Tasks' }).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('tab', { name: 'Add New' }))
  expect(screen.getByLabelText('Task')).toHaveProperty('value', '')
  expect(approval()).toBeNull()
})

test('S219 an empty form is sent as it is', async () => {
  const { user, sent } = open()
  await toForm(user)
  await user.click(screen.getByRole('button', { name: 'Add task' }))
  expect(sent(newOnboardingTask)).toEqual([
    { task: '', responsible: '', taskAction: 'NONE', selectedStaffType: '', requiredApproval: false },
  ])
})

test('S199 an approval that was wanted goes with its action', async () => {
  const { user, sent } = open()
  await toForm(user)
  await choose(user, 'Action needed', 'Upload a PDF')
  await user.click(screen.getByRole('checkbox', { name: 'Requires approval' }))
  await choose(user, 'Action needed', 'None')
  await user.click(screen.getByRole('button', { name: 'Add task' }))
  expect(sent(newOnboardingTask)).toMatchObject([{ taskAction: 'NONE', requiredApproval: false }])
})

test('S198 a task that the server refuses stays in the form, which alone says so', async () => {
  const at = open()
  at.answer(newOnboardingTask, () => {
    throw refused(400, 'Too long')
  })
  await toForm(at.user)
  fireEvent.change(screen.getByLabelText('Task'), { target: { value: 'x' } })
  await at.user.click(screen.getByRole('button', { name: 'Add task' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too long')
  expect(screen.getByLabelText('Task')).toHaveProperty('value', 'x')
  expect(at.services.notices.store.getState()).toEqual([])
})

test('S267 a deletion can be undone for a while, and is then sent with the task’s id', async () => {
  const { user, sent, pass } = open()
  const remove = () => user.click(screen.getByRole('button', { name: 'Delete Sign the contract' }))
  await screen.findByText('Sign the contract')
  await remove()
  expect(await rows()).toEqual(['Task without a name'])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await rows()).toEqual(['Sign the contract', 'Task without a name'])
  await pass()
  expect(sent(deleteOnboardingTask)).toEqual([])

  await remove()
  await pass()
  expect(sent(deleteOnboardingTask)).toEqual([{ taskID: 1 }])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(await rows()).toEqual(['Task without a name'])
})

test('S267 a second deletion, and the dialog’s end, send what was waiting', async () => {
  const { user, sent, unmount } = open()
  await screen.findByText('Sign the contract')
  await user.click(screen.getByRole('button', { name: 'Delete Sign the contract' }))
  await user.click(screen.getByRole('button', { name: 'Delete Task without a name' }))
  expect(sent(deleteOnboardingTask)).toEqual([{ taskID: 1 }])
  unmount()
  expect(sent(deleteOnboardingTask)).toEqual([{ taskID: 1 }, { taskID: 2 }])
})

test('S267 a task that wasn’t deleted after all comes back', async () => {
  const at = open()
  at.answer(deleteOnboardingTask, () => {
    throw refused(503, 'busy')
  })
  await screen.findByText('Sign the contract')
  await at.user.click(screen.getByRole('button', { name: 'Delete Sign the contract' }))
  await at.pass()
  await waitFor(async () => expect(await rows()).toEqual(['Sign the contract', 'Task without a name']))
})

test('S198 who may only see the tasks sees them', async () => {
  open(['IRECRUITMENT_CAN_SEE_ONBOARDING_TAB'])
  expect(await rows()).toEqual(['Sign the contract', 'Task without a name'])
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
})

test('S265 a list that doesn’t come says so and can be asked for again', async () => {
  const at = open(['IRECRUITMENT_CAN_SEE_ONBOARDING_TAB'], () => {
    throw refused(500, 'no')
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The tasks could not be loaded.no')
  at.answer(getOnboardingTasks, () => [task(1, 'Sign the contract')])
  await at.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toEqual(['Sign the contract'])
})
