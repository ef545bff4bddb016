import { afterEach, beforeEach, expect, test } from 'vitest'
import { returnLostFocus } from './lost-focus.ts'

let end: () => void
beforeEach(() => {
  end = returnLostFocus(document)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** A layer with a button in it, which has the focus. */
function open(role: string): { layer: HTMLElement; button: HTMLButtonElement } {
  const layer = document.body.appendChild(document.createElement('div'))
  layer.setAttribute('role', role)
  const button = layer.appendChild(document.createElement('button'))
  button.focus()
  return { layer, button }
}

/** What was observed is told after what runs now. */
const told = () => new Promise((done) => setTimeout(done))

function opener(): HTMLButtonElement {
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  return button
}

test('what leaves the page with the focus gives it back, a layer at a time', async () => {
  const outside = opener()
  for (const role of ['dialog', 'alertdialog', 'menu', 'listbox']) {
    const lower = open(role)
    const upper = open('dialog')
    upper.layer.remove()
    await told()
    expect(document.activeElement).toBe(lower.button)
    lower.layer.remove()
    await told()
    expect(document.activeElement).toBe(outside)
  }
})

test('what can no longer take it is passed over, whatever had it meanwhile in the same layer', async () => {
  const first = opener()
  const second = open('dialog')
  const third = open('dialog')
  for (let more = 0; more < 30; more++) third.layer.appendChild(document.createElement('input')).focus()
  second.button.disabled = true
  third.layer.remove()
  await told()
  expect(document.activeElement).toBe(first)
})

test('whoever takes it at the same time keeps it, and a row that is deleted is no layer', async () => {
  opener()
  const other = document.body.appendChild(document.createElement('input'))
  const { layer } = open('dialog')
  layer.remove()
  other.focus()
  await told()
  expect(document.activeElement).toBe(other)
  const row = open('row')
  row.layer.remove()
  await told()
  expect(document.activeElement).toBe(document.body)
})
