update allocation set block = block where number = 1
