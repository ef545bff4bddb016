import { expect, test } from 'vitest'
import { createNavigation } from './navigation.ts'

function open(answer: () => Promise<Response>, protocol = 'http:') {
  const visited: string[] = []
  const asked: [string, string | undefined][] = []
  const navigation = createNavigation(
    {
      protocol,
      reload: () => void visited.push('reload'),
      assign: (url: string | URL) => void visited.push(`load ${url}`),
    },
    (url, init) => {
      asked.push([String(url), init?.method])
      return answer()
    },
  )
  return { navigation, visited, asked }
}
const ok = async () => new Response(null)

test('a path goes to the router while there is one, else the page is loaded', () => {
  const { navigation, visited } = open(ok)
  navigation.go('/a')
  const off = navigation.bind((path) => visited.push(`route ${path}`))
  navigation.go('/b')
  off()
  navigation.go('/c')
  navigation.load('/')
  navigation.reload()
  expect(visited).toEqual(['load /a', 'route /b', 'load /c', 'load /', 'reload'])
})

test('a router that took the place of another is not lost when that one goes', () => {
  const { navigation, visited } = open(ok)
  const off = navigation.bind(() => {})
  navigation.bind((path) => visited.push(path))
  off()
  navigation.go('/a')
  expect(visited).toEqual(['/a'])
})

test('the page is asked for before it is said to be served; the desktop client has its own', async () => {
  const there = open(ok)
  expect(await there.navigation.isServed()).toBe(true)
  expect(there.asked).toEqual([['/', 'HEAD']])
  expect(await open(async () => new Response(null, { status: 503 })).navigation.isServed()).toBe(false)
  expect(await open(() => Promise.reject(new TypeError('down'))).navigation.isServed()).toBe(false)
  expect(await open(() => Promise.reject(new TypeError('down')), 'app:').navigation.isServed()).toBe(true)
})
