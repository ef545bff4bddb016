import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { SureDialog } from './SureDialog.tsx'

function open(count: number, onYes: () => Promise<void> = async () => {}) {
  const yes = vi.fn(onYes)
  const onClose = vi.fn()
  renderWith(
    fakeServices().services,
    <SureDialog
      title="Ask them?"
      effect="Each gets a mail."
      yes="Ask"
      count={count}
      onYes={yes}
      onClose={onClose}
    />,
  )
  return { yes, onClose, user: userEvent.setup() }
}
const press = (name: string) => screen.getByRole('button', { name })

test('D016 what can’t be taken back is asked first, with its effect, and below 50 records no number is typed', async () => {
  const { yes, onClose, user } = open(49)
  expect(screen.getByRole('dialog', { name: 'Ask them?' }).textContent).toContain('Each gets a mail.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(yes).not.toHaveBeenCalled()
  await user.click(press('Cancel'))
  expect([yes.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1])
  await user.click(press('Ask'))
  expect(yes).toHaveBeenCalledOnce()
})

test('D016 from 50 records on it is done only once their number is typed', async () => {
  const { yes, user } = open(50)
  const box = screen.getByRole('textbox', { name: 'Type 50 to go on' })
  for (const wrong of ['', '5', '500', 'fifty']) {
    await user.clear(box)
    if (wrong !== '') await user.type(box, wrong)
    await user.click(press('Ask'))
    expect(screen.getByText('This is for 50. Type 50 to go on.')).toBeTruthy()
  }
  expect(yes).not.toHaveBeenCalled()
  await user.clear(box)
  await user.type(box, ' 50 {Enter}')
  expect(yes).toHaveBeenCalledOnce()
})

test('a refusal stays to be read, and it can be tried again', async () => {
  const { yes, user } = open(2, async () => {
    throw refused(409, 'Somebody was first.')
  })
  await user.click(press('Ask'))
  expect(await screen.findByText('Somebody was first.')).toBeTruthy()
  await user.click(press('Ask'))
  expect(yes).toHaveBeenCalledTimes(2)
})
