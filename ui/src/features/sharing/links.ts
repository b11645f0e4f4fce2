export function intentsOf(link: string, title: string) {
  const address = (to: string, query: Record<string, string>) =>
    `${to}?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`
  return [
    { name: 'Twitter/X', href: address('https://twitter.com/intent/tweet', { text: title, url: link }) },
    { name: 'Facebook', href: address('https://www.facebook.com/sharer/sharer.php', { u: link }) },
    { name: 'LinkedIn', href: address('https://www.linkedin.com/sharing/share-offsite/', { url: link }) },
    { name: 'WhatsApp', href: address('https://wa.me/', { text: `${title} ${link}` }) },
    { name: 'Reddit', href: address('https://www.reddit.com/submit', { url: link, title }) },
  ]
}
