from wasl.cli import main

main()
