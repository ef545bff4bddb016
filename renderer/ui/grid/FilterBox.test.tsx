import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { manualTimers } from '../../testing/manual-timers.ts'
import { SurroundingsProvider } from '../surroundings.tsx'
import { FilterBox } from './FilterBox.tsx'

function open() {
  const timers = manualTimers()
  const terms: string[] = []
  const onKeyAround = vi.fn()
  const around = { now: () => 0, timers, reasonOf: () => '', leaveFailure: async () => true }
  render(
    <MantineProvider>
      <SurroundingsProvider value={around}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what the box stands in */}
        <div onKeyDown={(event) => onKeyAround(event.key)}>
          <FilterBox label="Search skills" onTerm={(term) => terms.push(term)} />
        </div>
      </SurroundingsProvider>
    </MantineProvider>,
  )
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search skills' })
  return {
    box,
    terms,
    onKeyAround,
    user: userEvent.setup(),
    pass: (ms: number) => act(() => timers.pass(ms)),
  }
}

test('D003 of several keys the last one counts; 2 characters are enough, 1 is none, and the same again asks nothing', async () => {
  const { box, terms, user, pass } = open()
  await user.type(box, 'wel')
  pass(299)
  await user.type(box, 's')
  pass(299)
  expect(terms).toEqual([])
  pass(1)
  expect(terms).toEqual(['wels'])
  await user.type(box, '{Backspace}{Backspace}')
  pass(300)
  await user.type(box, '{Backspace}')
  pass(300)
  expect(terms).toEqual(['wels', 'we', ''])
  await user.type(box, 'e')
  pass(300)
  await user.type(box, ' ')
  pass(300)
  expect(terms).toEqual(['wels', 'we', '', 'we'])
  expect(box.value).toBe('we ')
})

test('D003 Enter doesn’t wait', async () => {
  const { box, terms, user, pass } = open()
  await user.type(box, 'wel')
  expect(terms).toEqual([])
  await user.keyboard('{Enter}')
  expect(terms).toEqual(['wel'])
  pass(300)
  expect(terms).toEqual(['wel'])
})

test('D003 Escape clears the box alone and at once; an empty one leaves the key to what it stands in', async () => {
  const { box, terms, onKeyAround, user, pass } = open()
  await user.type(box, 'we')
  pass(300)
  onKeyAround.mockClear()
  expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false)
  expect([box.value, terms]).toEqual(['', ['we', '']])
  expect(onKeyAround).not.toHaveBeenCalled()
  pass(300)
  expect(terms).toEqual(['we', ''])
  expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(true)
  expect(onKeyAround).toHaveBeenCalledWith('Escape')
})

test('D003 the cross clears it as Escape does, and is there while there is something to clear', async () => {
  const { box, terms, user, pass } = open()
  expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull()
  await user.type(box, 'we')
  pass(300)
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect([box.value, terms]).toEqual(['', ['we', '']])
})
