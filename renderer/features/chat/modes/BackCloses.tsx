import { useEffect, useRef } from 'react'
import { useInRouterContext, useLocation, useNavigate, useNavigationType } from 'react-router-dom'

interface BackClosesProps {
  readonly isOpen: boolean
  /** Closes it, or what lies over it; whether it is closed now. */
  readonly onBack: () => boolean
}

/**
 * Going back in the browser, as a phone's own button does, closes what is open in place of the screen and
 * not the screen: an entry of the history stands for it. Closed in another way it takes its entry along.
 */
export function BackCloses(props: BackClosesProps) {
  return useInRouterContext() ? <FollowHistory {...props} /> : null
}

function FollowHistory({ isOpen, onBack }: BackClosesProps) {
  const navigate = useNavigate()
  const kind = useNavigationType()
  const location = useLocation()
  const state = location.state as { readonly isOpened?: boolean } | null
  const isEntry = state?.isOpened === true
  const before = useRef({ isOpen: false, isEntry })
  /** The entry is being taken away: somebody may open the next before it is gone. */
  const isLeaving = useRef(false)
  /** The entry is on its way: one is enough, also where going there is refused. */
  const isEntering = useRef(false)
  useEffect(() => {
    const was = before.current
    before.current = { isOpen, isEntry }
    const cameBack = was.isEntry && !isEntry && kind === 'POP'
    const isClosed = cameBack && isOpen && !isLeaving.current && onBack()
    if (!isOpen || isEntry) isEntering.current = false
    if (isOpen && !isEntry && !isClosed && !isEntering.current) {
      isEntering.current = true
      const { pathname, search, hash } = location
      navigate({ pathname, search, hash }, { state: { ...state, isOpened: true } })
    } else if (was.isOpen && !isOpen && isEntry) {
      isLeaving.current = true
      navigate(-1)
    }
    if (cameBack) isLeaving.current = false
  }, [isOpen, isEntry, kind, location, state, navigate, onBack])
  return null
}
