import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { searchUsers } from '#shared/contract/help.ts'
import { fakeServices, refused } from '../testing/fake-services.ts'
import { manualTimers } from '../testing/manual-timers.ts'
import { renderWith } from '../testing/render.tsx'
import { renderSignedIn } from '../testing/signed-in.tsx'
import { readPageSize } from './grid/Pager.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import { ProgressCircle } from './ProgressCircle.tsx'
import { useScrollEnd } from './use-scroll-end.ts'

const JAMIE = {
  userID: 2,
  userName: 'jamie.whitfield',
  displayName: 'Jamie Whitfield',
  role: 'Interviewer',
  areaName: 'Leeds',
}

test('W045 W138 C254 the dropdown asks the server from 3 characters, 300 ms after the last, and gives who is chosen', async () => {
  const timers = manualTimers()
  const at = fakeServices({ timers })
  at.answer(searchUsers, () => [JAMIE])
  const onChange = vi.fn()
  renderSignedIn(at.services, <PersonSelect label="Colleague" value={null} onChange={onChange} />)
  const box = screen.getByRole('textbox', { name: 'Colleague' })
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  const pass = (ms: number) => act(async () => timers.pass(ms))
  fireEvent.focus(box)
  type('ja')
  await pass(1000)
  expect(screen.getByText('Type at least 3 characters')).toBeDefined()
  type('jamb')
  await pass(299)
  expect(screen.getByText('Searching…')).toBeDefined()
  type('jam')
  expect((box as HTMLInputElement).value).toBe('jam')
  await pass(299)
  expect(at.made).toEqual([])
  await pass(1)
  expect(at.made).toEqual([{ path: searchUsers.path, request: { selectedIDs: [], searchTerm: 'jam' } }])
  const option = screen.getByRole('option')
  expect(option.textContent).toContain('Jamie WhitfieldInterviewer · Leeds')
  fireEvent.click(option)
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ id: 2, name: 'Jamie Whitfield' }))
  expect(box.dataset.expanded).not.toBe('true')

  at.answer(searchUsers, () => [])
  type('nobody')
  await pass(300)
  expect(screen.getByText('Nothing found')).toBeDefined()
  at.answer(searchUsers, () => {
    throw refused(500, 'No.')
  })
  type('jamie')
  await pass(300)
  expect(screen.getByText('The search failed. No. Type again to retry.')).toBeDefined()
})

test('W045 who is chosen stands in the box until they are removed', () => {
  const at = fakeServices()
  const onChange = vi.fn()
  renderWith(
    at.services,
    <PersonSelect label="Colleague" value={{ id: 2, name: 'Jamie' }} onChange={onChange} />,
  )
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('Jamie')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Jamie' }))
  expect(onChange).toHaveBeenCalledWith(null)
})

test('W044 W101 the progress circle is red below 65, amber below 86 and green from there', () => {
  const { services } = fakeServices()
  for (const [percent, tone, now] of [
    [-5, 'red', '0'],
    [64.9, 'red', '65'],
    [65, 'amber', '65'],
    [85.9, 'amber', '86'],
    [86, 'green', '86'],
    [140, 'green', '100'],
    [Number.NaN, 'red', '0'],
  ] as const) {
    const view = renderWith(services, <ProgressCircle percent={percent} label="Quota" />)
    const circle = screen.getByRole('progressbar', { name: 'Quota' })
    expect([circle.dataset.tone, circle.getAttribute('aria-valuenow')]).toEqual([tone, now])
    // The arc goes around by the same share.
    const arc = circle.querySelector('circle:last-of-type')
    const [radius, length, left] = ['r', 'stroke-dasharray', 'stroke-dashoffset'].map((name) =>
      Number(arc?.getAttribute(name)),
    ) as [number, number, number]
    expect(length).toBeCloseTo(2 * Math.PI * radius)
    expect(100 * (1 - left / length)).toBeCloseTo(Math.min(100, Math.max(0, percent || 0)))
    view.unmount()
  }
})

test('W249 page sizes are read from an address, and 25 is the default', () => {
  expect(['10', '25', '50', '100', '200', '500'].map((text) => readPageSize(text))).toEqual([
    10, 25, 50, 100, 200, 500,
  ])
  for (const text of ['7', '', null, '1000']) expect(readPageSize(text)).toBe(25)
  expect(readPageSize(null, 100)).toBe(100)
})

function Scrolled({ onEnd }: { onEnd: () => void }) {
  return <div data-testid="list" onScroll={useScrollEnd(onEnd)} />
}

test('W254 the scroll detector looks 500 ms after the last scroll, and 90 is close enough', () => {
  const timers = manualTimers()
  const { services } = fakeServices({ timers })
  const onEnd = vi.fn()
  const view = renderWith(services, <Scrolled onEnd={onEnd} />)
  const list = screen.getByTestId('list')
  const scroll = (scrollTop: number) => {
    Object.defineProperties(list, {
      scrollTop: { value: scrollTop, configurable: true },
      clientHeight: { value: 400, configurable: true },
      scrollHeight: { value: 1000, configurable: true },
    })
    fireEvent.scroll(list)
  }
  scroll(509)
  timers.pass(500)
  expect(onEnd).not.toHaveBeenCalled()
  scroll(510)
  timers.pass(499)
  scroll(510)
  timers.pass(499)
  expect(onEnd).not.toHaveBeenCalled()
  timers.pass(1)
  expect(onEnd).toHaveBeenCalledOnce()
  scroll(600)
  view.unmount()
  timers.pass(500)
  expect(onEnd).toHaveBeenCalledOnce()
})
