import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServices } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { NoticeBar } from './NoticeBar.tsx'

test('S090 error, success, notification and warning banners are shown, told by their kind, until they are dismissed', () => {
  const { services } = fakeServices()
  renderWith(services, <NoticeBar />)
  act(() => {
    services.notices.show('error', 'Not saved')
    services.notices.show('success', 'Saved')
    services.notices.show('info', 'By the way')
    services.notices.show('warning', 'Careful')
  })
  const told = (role: string) =>
    screen.getAllByRole(role).map((one) => [one.dataset.kind, one.textContent] as const)
  expect(told('alert')).toEqual([
    ['error', 'Not saved'],
    ['warning', 'Careful'],
  ])
  expect(told('status')).toEqual([
    ['success', 'Saved'],
    ['info', 'By the way'],
  ])
  const [first] = screen.getAllByRole('alert')
  if (!first) throw new Error('no banner')
  fireEvent.click(within(first).getByRole('button', { name: 'Dismiss' }))
  expect(told('alert')).toEqual([['warning', 'Careful']])
})
