import { BlockList, isIP } from 'node:net'
import type { Incoming } from '@postern/contract'

/** Returns whose request it is, as far as addresses show: an IPv4 address, or the /64 network of an IPv6 address. */
export type ClientAddress = (incoming: Incoming) => string

/**
 * Creates a function that reads the client's address: the connected peer or, if that is a trusted proxy, the last
 * address in X-Forwarded-For that is not a trusted proxy. Throws for a proxy that is neither an address nor
 * ADDRESS/BITS.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList()
  for (const range of trustedProxies) addRange(trusted, range)
  const isTrusted = (address: string) => trusted.check(address, familyOf(address))
  return (incoming) => {
    const peer = parseAddress(incoming.remoteAddress ?? '')
    // Nothing is known about a connection that is already closed; all of these share their limits.
    if (peer === undefined) return 'unknown'
    return networkOf(isTrusted(peer) ? behindProxies(peer, incoming, isTrusted) : peer)
  }
}

/** Says what is wrong with one entry of `TRUSTED_PROXIES`; undefined for an address or ADDRESS/BITS. */
export function proxyProblem(range: string): string | undefined {
  try {
    addRange(new BlockList(), range)
    return undefined
  } catch {
    return `${JSON.stringify(range)} is neither an address like 10.0.0.1 nor a network like 10.0.0.0/8 or fd00::/8`
  }
}

function addRange(list: BlockList, range: string): void {
  const [address = '', bits, ...more] = range.split('/')
  const isNetwork = bits === undefined || /^\d{1,3}$/.test(bits)
  if (isIP(address) === 0 || !isNetwork || more.length > 0) throw new TypeError(range)
  if (bits === undefined) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, Number(bits), familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Each proxy appends the address of its own client, so the list is only as reliable as the proxies at its end. */
function behindProxies(peer: string, incoming: Incoming, isTrusted: (address: string) => boolean): string {
  const hops = (incoming.header('x-forwarded-for') ?? '').split(',').reverse()
  let client = peer
  for (const hop of hops) {
    const address = parseAddress(hop.trim())
    if (address === undefined) break
    client = address
    if (!isTrusted(address)) break
  }
  return client
}

/** Normalizes an address, with or without a port or a zone; an IPv4-mapped IPv6 address becomes IPv4. */
function parseAddress(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.replace(/%.*$/s, '').replace(/^::ffff:([\d.]+)$/i, '$1')
  const version = isIP(address)
  if (version !== 6) return version === 0 ? undefined : address
  // A URL contains the canonical form of each address (RFC 5952), with `::` for the longest run of zeros and no dots.
  const spelt = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(spelt) ?? []
  return high === undefined || low === undefined ? spelt : [...bytesOf(high), ...bytesOf(low)].join('.')
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}

function networkOf(address: string): string {
  if (isIP(address) === 4) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
