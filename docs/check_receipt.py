"""Checks PLP receipts without the game's code: python3 check_receipt.py RECEIPT.json 'VERIFIER KEY'. See proofs.md."""
import base64, hashlib, json, sys

sha256 = lambda *parts: hashlib.sha256(b''.join(parts)).digest()


def need(fits):
    if not fits:
        raise ValueError('it does not fit')


# Ed25519, RFC 8032, 5.1: points are (x, y).
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    inverse = pow(1 - t * t, -1, P)
    return (x1 * y2 + x2 * y1) * (1 - t) * inverse % P, (y1 * y2 + x1 * x2) * (1 + t) * inverse % P


def times(n, point):
    result = (0, 1)
    while n:
        if n & 1:
            result = add(result, point)
        point, n = add(point, point), n >> 1
    return result


def decode(data):
    y, sign = int.from_bytes(data, 'little') & (2**255 - 1), data[31] >> 7
    need(y < P)
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if x * x % P != xx:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == xx and not (x == 0 and sign))
    return (P - x if x & 1 != sign else x), y


BASE = decode(bytes.fromhex('58' + '66' * 31))


def signed(key, message, signature):
    s = int.from_bytes(signature[32:], 'little')
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % L
    return s < L and times(s, BASE) == add(decode(signature[:32]), times(k, decode(key)))


def root_of(entry, index, size, path):  # RFC 9162, 2.1.3.2
    node, last, value = index, size - 1, sha256(b'\0', entry)
    need(0 <= node <= last)
    for sibling in path:
        need(last > 0 and len(sibling) == 32)
        if node % 2 or node == last:
            value = sha256(b'\1', sibling, value)
            while node and node % 2 == 0:
                node, last = node >> 1, last >> 1
        else:
            value = sha256(b'\1', value, sibling)
        node, last = node >> 1, last >> 1
    need(last == 0)
    return value


def check(receipt, verifier_key):
    need(receipt['format'] == 'plp-receipt-1')
    text, statement = receipt['statement'], json.loads(receipt['statement'])
    need(json.dumps(statement, sort_keys=True, separators=(',', ':'), ensure_ascii=False) == text)
    entry = sha256(bytes.fromhex(receipt['salt']), text.encode())
    need(entry.hex() == receipt['entry'] and len(receipt['salt']) == 64)
    name, key_hash, encoded = verifier_key.split('+', 2)
    key, seal = base64.b64decode(encoded, validate=True), receipt['seal']
    need(len(key) == 33 and sha256(name.encode() + b'\n', key)[:4].hex() == key_hash)
    body, signatures = seal['checkpoint'].split('\n\n', 1)
    [line] = [each for each in signatures.split('\n') if each.startswith(f'— {name} ')]
    signature = base64.b64decode(line.rsplit(' ', 1)[1], validate=True)
    need(signature[:4].hex() == key_hash and len(signature) == 68)
    origin, size, root = body.split('\n')[:3]
    board = 'board/{season}/{gameweek}' if 'season' in statement else 'fixture/{fixtureId}'
    need(origin == f'{name}/' + board.format(**statement))
    path = [base64.b64decode(each, validate=True) for each in seal['path']]
    need(root_of(entry, seal['index'], int(size), path) == base64.b64decode(root, validate=True))
    need(signed(key[1:], (body + '\n').encode(), signature[4:]))
    return f'{receipt["about"]}: {text} is in the seal of {origin}'


def receipts_in(path):
    with open(path, encoding='utf-8') as file:
        found = json.load(file)
    if isinstance(found, dict) and isinstance(found.get('receipts'), list):  # of a gameweek
        found = found['receipts'] + [found['board']] * bool(found.get('board'))
    return found if isinstance(found, list) else [found]


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        receipts = receipts_in(sys.argv[1])
    except (OSError, ValueError, RecursionError) as error:
        sys.exit(f'wrong {type(error).__name__} {error}')
    if not receipts:
        sys.exit('wrong: there is no receipt in this file')
    wrong = 0
    for each in receipts:
        try:
            print('right', check(each, sys.argv[2]))
        except Exception as error:
            wrong += 1
            print('wrong', type(error).__name__, error)
    sys.exit(wrong > 0)
