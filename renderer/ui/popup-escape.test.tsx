import { MantineProvider, Modal, Popover } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { popupsTakeEscape } from './popup-escape.ts'

let end: () => void = () => {}
afterEach(() => {
  cleanup()
  end()
})

function Probe() {
  const [opened, setOpened] = useState(true)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Notes" transitionProps={{ duration: 0 }}>
      <Popover trapFocus returnFocus transitionProps={{ duration: 0 }}>
        <Popover.Target>
          <button type="button">Colour</button>
        </Popover.Target>
        <Popover.Dropdown>
          <button type="button">Green</button>
        </Popover.Dropdown>
      </Popover>
    </Modal>
  )
}

test('Escape closes a popover and not the dialog under it, which the next one closes', async () => {
  end = popupsTakeEscape(window)
  const user = userEvent.setup()
  render(
    <MantineProvider>
      <Probe />
    </MantineProvider>,
  )
  await user.click(await screen.findByRole('button', { name: 'Colour' }))
  const green = await screen.findByRole('button', { name: 'Green', hidden: true })
  green.focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Green', hidden: true })).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Notes' })).toBeDefined()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
