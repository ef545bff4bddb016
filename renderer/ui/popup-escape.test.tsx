import { Combobox, MantineProvider, Modal, Popover, TextInput, useCombobox } from '@mantine/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { LazyPopover } from './LazyPopover.tsx'
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

function WithList() {
  const [opened, setOpened] = useState(true)
  const list = useCombobox()
  return (
    <LazyPopover label="Add" opened={opened} onChange={setOpened} target={<button type="button">Add</button>}>
      <Combobox store={list} transitionProps={{ duration: 0 }}>
        <Combobox.Target>
          <TextInput label="Project" onFocus={() => list.openDropdown()} />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options>
            <Combobox.Option value="1">Travel</Combobox.Option>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </LazyPopover>
  )
}

test('Escape closes the list of a field in a popover, the next one the popover', async () => {
  end = popupsTakeEscape(window)
  const user = userEvent.setup()
  render(
    <MantineProvider>
      <WithList />
    </MantineProvider>,
  )
  const field = await screen.findByLabelText('Project')
  await act(async () => field.focus())
  expect(field.dataset.expanded).toBe('true')
  await user.keyboard('{Escape}')
  expect(field.dataset.expanded).toBeUndefined()
  expect(field).toBe(document.activeElement)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add' })).toBeNull())
})
