import { createElement, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that React can do for somebody who wants to type: one field with the focus. */
function Field() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return createElement('input', { ref: field, name: 'username' })
}

const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(Field))
