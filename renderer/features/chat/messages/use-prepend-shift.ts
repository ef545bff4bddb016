import { useLayoutEffect, useRef } from 'react'

/**
 * Whether rows were added or taken away at the start, and only there: the list then keeps what is
 * in sight where it is, measured from its end.
 */
export function usePrependShift(rows: readonly { readonly key: string }[]): boolean {
  const first = rows[0]?.key
  const last = rows.at(-1)?.key
  const before = useRef({ first, last })
  const shift = before.current.first !== first && before.current.last === last
  useLayoutEffect(() => {
    before.current = { first, last }
  })
  return shift
}
