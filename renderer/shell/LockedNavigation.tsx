import { type ReactNode, useContext, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router-dom'
import { useServices } from '../services/context.tsx'

/**
 * What is below goes nowhere while the navigation is locked, be it by link or by `useNavigate`.
 * The router offers this only together with its data loading; its context is where both meet.
 * What sends the person away for a reason of its own, such as the session's end, stands above.
 */
export function LockedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const { navigationLock } = useServices()
  const value = useMemo(() => {
    const { navigator } = context
    const guarded: Navigator = {
      ...navigator,
      createHref: (to) => navigator.createHref(to),
      push: (to, ...rest) => {
        if (navigationLock.mayGo(pathOf(to))) navigator.push(to, ...rest)
      },
      replace: (to, ...rest) => {
        if (navigationLock.mayGo(pathOf(to))) navigator.replace(to, ...rest)
      },
      // Where that leads is known only once it happened; the lock sees to it then.
      go: (delta) => navigator.go(delta),
    }
    return { ...context, navigator: guarded }
  }, [context, navigationLock])
  return <NavigationContext.Provider value={value}>{children}</NavigationContext.Provider>
}

function pathOf(to: To): string {
  return new URL(typeof to === 'string' ? to : (to.pathname ?? ''), window.location.href).pathname
}
